import { CALLS, ErrorBodySchema, LIMITS, envelope, type Call, type CallName } from '@pace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { SignedIn } from '../auth/accessTokens.ts';
import { checkShare, isShareHeader } from '../auth/shareTokens.ts';
import { CallRate } from '../auth/callRate.ts';
import { mayAdminister } from '../policies/administration.ts';
import type { Reader } from '../policies/ownership.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { HeavyCalls, isHeavy } from './heavyCalls.ts';
import { StreamAnswer, type Answer, type CallContext, type Handlers } from './call.ts';
import { deviceCookie, sessionCookie } from './sessionCookie.ts';
import { requestValidator } from './validation.ts';

const ROUTE_TAGS: Record<string, string> = {
  account: 'Account',
  admin: 'Administration',
  project: 'Project',
  solver: 'Solver',
  health: 'Service',
};

/** One route for every call of the contract: schema, who may, one command, one presenter. */
export function registerCalls(app: FastifyInstance, services: Services, handlers: Handlers): void {
  app.setSerializerCompiler(serializerCompiler);
  const heavyCalls = new HeavyCalls();
  const callRate = new CallRate(services.config.userCallsPerMinute);
  for (const name of Object.keys(CALLS) as CallName[]) {
    const call: Call = CALLS[name];
    const handle = handlers[name] as (context: CallContext<CallName>) => Promise<Answer<CallName>>;
    app.route({
      method: call.method,
      url: call.path,
      schema: schemaOf(call),
      bodyLimit: call.maxBodyBytes ?? LIMITS.bodyBytes,
      config: {
        call: name,
        ...(isLimited(name)
          ? { rateLimit: { max: services.config.publicCallsPerMinute, timeWindow: '1 minute' } }
          : {}),
      },
      validatorCompiler: requestValidator(name),
      // Before the body is read: who has no token cannot make the server work on megabytes.
      onRequest: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const header = request.headers.authorization;
        let who: string | undefined;
        if (call.access === 'reader' && isShareHeader(header)) {
          const shared = await checkShare(services.db, header);
          request.reader = shared;
          who = shared.shareId;
        } else {
          request.signedIn = await signIn(services, call, request);
          request.reader = request.signedIn?.user;
          who = request.signedIn?.user.id;
        }
        if (who === undefined) return;
        callRate.count(who);
        if (isHeavy(name)) await takeTurn(heavyCalls, who, request, reply);
      },
      handler: async (request, reply) => {
        const answer = await request.work(handle(contextOf(request)));
        if (answer instanceof StreamAnswer) return reply.headers(answer.headers).send(answer.stream);
        const { headers, ...body } = answer;
        if (headers) void reply.headers(headers);
        return body;
      },
    });
  }
}

/**
 * The turn ends with the answer; of a caller who goes away earlier, when the work that was begun for them is done: who
 * hangs up at once gains nothing.
 */
async function takeTurn(
  heavyCalls: HeavyCalls,
  who: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const leave = await heavyCalls.enter(who);
  let working = 0;
  request.work = async (work) => {
    working++;
    try {
      return await work;
    } finally {
      working--;
      if (reply.raw.closed) leave();
    }
  };
  if (reply.raw.closed) {
    leave();
    throw problem('RATE_LIMITED.callerGone');
  }
  reply.raw.once('close', () => {
    if (working === 0) leave();
  });
}

/** Calls of guests are what strangers can flood; health is asked by machines. */
function isLimited(name: CallName): boolean {
  return CALLS[name].access === 'public' && name !== 'health';
}

function schemaOf(call: Call): FastifySchema {
  return {
    summary: call.summary,
    tags: [ROUTE_TAGS[call.path.split('/')[2] ?? ''] ?? 'Service'],
    ...(call.access !== 'public' ? { security: securityOf(call) } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { ...(call.result ? { 200: envelope(call.result) } : {}), default: ErrorBodySchema },
  };
}

const securityOf = (call: Call): readonly Record<string, readonly string[]>[] =>
  call.access === 'reader' ? [{ bearer: [] }, { share: [] }] : [{ bearer: [] }];

async function signIn(
  services: Services,
  call: Call,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const header = request.headers.authorization;
  if (call.access === 'admin') {
    const signedIn = await services.accessTokens.check(header);
    if (!mayAdminister(signedIn.user)) throw problem('FORBIDDEN.administrators');
    return signedIn;
  }
  if (call.access !== 'public') return services.accessTokens.check(header);
  // A guest's call may carry an old token; it is then a guest's.
  return header ? services.accessTokens.check(header).catch(() => undefined) : undefined;
}

function contextOf(request: FastifyRequest): CallContext<CallName> {
  return {
    body: request.body,
    query: request.query,
    signedIn: request.signedIn,
    reader: request.reader,
    caller: {
      address: request.ip,
      acceptLanguage: request.headers['accept-language'],
      sessionCookie: sessionCookie(request),
      deviceCookie: deviceCookie(request),
    },
    wantsBinary: request.headers.accept?.includes('application/octet-stream') ?? false,
  } as CallContext<CallName>;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined;
    /** Does the work of a call; of a heavy one its turn lasts as long. */
    work: <T>(work: Promise<T>) => Promise<T>;
    reader: Reader | undefined;
  }
  interface FastifySchema {
    summary?: string;
    tags?: readonly string[];
    security?: readonly Record<string, readonly string[]>[];
    hide?: boolean;
  }
}
