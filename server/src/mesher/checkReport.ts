import {
  ERROR_STATUS,
  MESSAGE_FIELDS,
  messageOf,
  type ErrorCode,
  type MeshReport,
  type Said,
} from '@pace/contract';
import { z } from 'zod';
import type { Refusal } from './refusal.ts';

const ReportedErrorSchema = z.object({
  error: z.object({ code: z.string(), detail: z.string(), ...MESSAGE_FIELDS }),
});
const ErrorEventSchema = z.object({
  event: z.literal('error'),
  code: z.string(),
  detail: z.string(),
  ...MESSAGE_FIELDS,
});

/** Why `pace check` could not read the mesh, from the JSON that it left or its last line; undefined when neither says. */
export function checkRefusal(json: unknown, lastLine: string): Refusal | undefined {
  const reported = ReportedErrorSchema.safeParse(json ?? parsed(lastLine));
  if (reported.success) return saidRefusal(reported.data.error);
  const event = ErrorEventSchema.safeParse(parsed(lastLine));
  if (event.success) return saidRefusal(event.data);
  return undefined;
}

/** The first error among the findings: a mesh that has one cannot be solved. */
export function findingRefusal(report: MeshReport): Refusal | undefined {
  const finding = report.findings.find(({ severity }) => severity === 'error');
  return finding && saidRefusal({ ...finding, detail: finding.sentence });
}

/** Codes of `pace check` that the contract knows under another name. */
const TRANSLATED: Record<string, ErrorCode> = {
  ZERO_AREA_TRIANGLES: 'UNV_DEGENERATE',
  UNITS_BAD_SCALE: 'UNITS_UNKNOWN',
  FREQUENCY_NOT_POSITIVE: 'FREQUENCY_INVALID',
};

function saidRefusal({ code, detail, message, values }: Said & { code: string; detail: string }): Refusal {
  return {
    code: isErrorCode(code) ? code : (TRANSLATED[code] ?? 'MESHER_FAILED'),
    detail,
    ...messageOf({ message, values }),
  };
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
