import type { CallName } from '@pace/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { checkBody } from './check.ts';
import { CheckedBody } from './checkedBody.ts';
import { checkInThread } from './threads.ts';

/** Up to here a body costs less than a thread does: well below a millisecond, whatever it says. */
const HERE_BYTES = 8 * 1024;

/** Bodies of calls are read, parsed and checked in one step, large ones on a thread. Calls without one may send none. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { call } = request.routeOptions.config;
      if (body.length === 0 || call === undefined) return undefined;
      const checked = body.length <= HERE_BYTES ? checkBody(call, body) : await checkInThread(call, body);
      if ('problem' in checked) {
        const { code, detail, issues, said } = checked.problem;
        throw new Problem(code, detail, issues, { said });
      }
      return new CheckedBody(checked.value);
    },
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the contract */
    call?: CallName;
  }
}
