import { ERROR_STATUS, LIMITS, messageOf, type ErrorBody, type ErrorCode } from '@pace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { isDatabaseUnavailable } from '../storage/databaseUnavailable.ts';
import { isDiskFull } from '../storage/diskSpace.ts';

/** What the web framework refuses before a call sees it. */
const FRAMEWORK_CODES: Record<string, { code: ErrorCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'VALIDATION',
    detail: 'Send the request body as JSON, with Content-Type: application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'VALIDATION',
    detail: 'The request body has another length than its Content-Length says.',
  },
};

/** Every failure leaves as `{detail, code, issues?}`; what is unexpected is logged and told without its insides. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = findProblem(error, request);
    if (problem) return sendProblem(reply, problem);
    if (isStatus(error, 429))
      return sendProblem(
        reply,
        new Problem('RATE_LIMITED', 'Too many requests. Please wait a minute and try again.'),
      );
    if (isClientError(error))
      return sendProblem(reply, new Problem('VALIDATION', 'The request could not be understood.'));
    if (isDatabaseUnavailable(error)) {
      request.log.error({ err: error }, 'the database is away');
      return sendProblem(
        reply,
        new Problem(
          'DATABASE_UNAVAILABLE',
          'The database does not answer at the moment. Nothing is lost and runs go on; please try again in a minute.',
          undefined,
          { retryAfterSeconds: 10 },
        ),
      );
    }
    if (isDiskFull(error)) {
      request.log.error({ err: error }, 'the disk is full');
      return sendProblem(
        reply,
        new Problem(
          'DISK_FULL',
          'The disk of the server is full, so nothing more can be stored. What is stored is safe; please try again later.',
        ),
      );
    }
    request.log.error({ err: error }, 'a call failed');
    return sendProblem(
      reply,
      new Problem(
        'INTERNAL',
        `Something went wrong on the server (request ${request.id}). Please try again later.`,
      ),
    );
  });
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const body: ErrorBody = {
    detail: problem.detail,
    code: problem.code,
    ...messageOf(problem.said),
    ...(problem.issues ? { issues: problem.issues } : {}),
  };
  if (problem.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(problem.retryAfterSeconds));
  return reply
    .code(ERROR_STATUS[problem.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function findProblem(error: unknown, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error;
  if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request);
  const known = FRAMEWORK_CODES[codeOf(error)];
  return known && new Problem(known.code, known.detail);
}

function bodyTooLarge({ routeOptions: { bodyLimit, config } }: FastifyRequest): Problem {
  return config.call === 'upload'
    ? new Problem(
        'UPLOAD_CHUNK_INVALID',
        `The request body is too large. Upload files in chunks of at most ${LIMITS.uploadChunkBytes} bytes.`,
      )
    : new Problem(
        'BODY_TOO_LARGE',
        `The request body is too large: this call takes at most ${bodyLimit} bytes.`,
      );
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
