import { ERROR_STATUS, LIMITS, messageOf, type ErrorBody, type ErrorKey } from '@pace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, problem } from '../problem.ts';
import { isDatabaseUnavailable } from '../storage/databaseUnavailable.ts';
import { isDiskFull } from '../storage/diskSpace.ts';

/** What the web framework refuses before a call sees it. */
const FRAMEWORK_CODES: Record<string, ErrorKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'VALIDATION.contentType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION.contentLength',
};

/** Every failure leaves as `{detail, code, issues?}`; what is unexpected is logged, and reported without its details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known = findProblem(error, request);
    if (known) return sendProblem(reply, known);
    if (isStatus(error, 429)) return sendProblem(reply, problem('RATE_LIMITED'));
    if (isClientError(error)) return sendProblem(reply, problem('VALIDATION.request'));
    if (isDatabaseUnavailable(error)) {
      request.log.error({ err: error }, 'the database is away');
      return sendProblem(reply, problem('DATABASE_UNAVAILABLE', {}, { retryAfterSeconds: 10 }));
    }
    if (isDiskFull(error)) {
      request.log.error({ err: error }, 'the disk is full');
      return sendProblem(reply, problem('DISK_FULL'));
    }
    request.log.error({ err: error }, 'a call failed');
    return sendProblem(reply, problem('INTERNAL', { request: request.id }));
  });
}

export function sendProblem(
  reply: FastifyReply,
  { code, detail, said, issues, retryAfterSeconds }: Problem,
): FastifyReply {
  const body: ErrorBody = { detail, code, ...messageOf(said), ...(issues ? { issues } : {}) };
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(ERROR_STATUS[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function findProblem(error: unknown, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error;
  if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request);
  const known = FRAMEWORK_CODES[codeOf(error)];
  return known && problem(known);
}

function bodyTooLarge({ routeOptions: { bodyLimit, config } }: FastifyRequest): Problem {
  return config.call === 'upload'
    ? problem('UPLOAD_CHUNK_INVALID.body', { most: LIMITS.uploadChunkBytes })
    : problem('BODY_TOO_LARGE', { most: bodyLimit });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === status;
}

function isClientError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}
