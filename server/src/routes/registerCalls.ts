import {
  CALL_SCOPES,
  CALLS,
  ErrorBodySchema,
  LIMITS,
  envelope,
  type Call,
  type CallName,
  type GuestCallName,
} from '@pace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { accessKeyIn, checkAccessKey } from '../auth/accessKeys.ts';
import type { SignedIn } from '../auth/accessTokens.ts';
import { checkShare, isShareHeader } from '../auth/shareTokens.ts';
import { CallRate } from '../auth/callRate.ts';
import { requireScope } from '../policies/accessKeyScopes.ts';
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
  study: 'Study',
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
      schema: schemaOf(name),
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
          request.signedIn = await signIn(services, name, request);
          request.reader = readerOf(request.signedIn);
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
  return isOfGuests(name) && name !== 'health';
}

function isOfGuests(name: CallName): name is GuestCallName {
  return CALLS[name].access === 'public';
}

function schemaOf(name: CallName): FastifySchema {
  const call: Call = CALLS[name];
  return {
    summary: call.summary,
    tags: [ROUTE_TAGS[call.path.split('/')[2] ?? ''] ?? 'Service'],
    ...(isOfGuests(name) ? {} : { security: securityOf(name) }),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { ...(call.result ? { 200: envelope(call.result) } : {}), default: ErrorBodySchema },
  };
}

/** Any one of these; beside an access key stands the scope that it needs. */
function securityOf(name: Exclude<CallName, GuestCallName>): readonly Record<string, readonly string[]>[] {
  const scope = CALL_SCOPES[name];
  return [
    { session: [] },
    ...(scope === 'session' ? [] : [{ accessKey: [scope] }]),
    ...(CALLS[name].access === 'reader' ? [{ share: [] }] : []),
  ];
}

async function signIn(
  services: Services,
  name: CallName,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const header = request.headers.authorization;
  const key = accessKeyIn(header);
  // A guest's call may carry an old token; it is then a guest's.
  if (isOfGuests(name))
    return header && key === undefined
      ? services.accessTokens.check(header).catch(() => undefined)
      : undefined;
  if (key !== undefined) {
    const { user, accessKey } = await checkAccessKey(services.db, key);
    requireScope(accessKey.scope, name);
    return { user, accessKeyId: accessKey.id };
  }
  const signedIn = await services.accessTokens.check(header);
  if (CALLS[name].access === 'admin' && !mayAdminister(signedIn.user))
    throw problem('FORBIDDEN.administrators');
  return signedIn;
}

const readerOf = (signedIn: SignedIn | undefined): Reader | undefined =>
  signedIn && { id: signedIn.user.id, accessKeyId: signedIn.accessKeyId };

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
    operationId?: string;
    tags?: readonly string[];
    security?: readonly Record<string, readonly string[]>[];
    hide?: boolean;
  }
}
