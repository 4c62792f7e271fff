import type { CallName } from '@pace/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { judgeBody } from './judge.ts';
import { JudgedBody } from './judgedBody.ts';
import { judgeInThread } from './threads.ts';

/** Up to here a body costs less than a thread does: well below a millisecond, whatever it says. */
const HERE_BYTES = 8 * 1024;

/** Bodies of calls are read, parsed and judged in one step, large ones on a thread. Calls without one may send none. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { call } = request.routeOptions.config;
      if (body.length === 0 || call === undefined) return undefined;
      const judged = body.length <= HERE_BYTES ? judgeBody(call, body) : await judgeInThread(call, body);
      if ('problem' in judged) {
        const { code, detail, issues, said } = judged.problem;
        throw new Problem(code, detail, issues, { said });
      }
      return new JudgedBody(judged.value);
    },
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the contract */
    call?: CallName;
  }
}
