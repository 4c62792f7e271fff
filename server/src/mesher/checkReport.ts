import { ERROR_STATUS, type ErrorCode, type MeshReport } from '@pace/contract';
import { z } from 'zod';
import type { Refusal } from './refusal.ts';

const ReportedErrorSchema = z.object({ error: z.object({ code: z.string(), detail: z.string() }) });
const ErrorEventSchema = z.object({ event: z.literal('error'), code: z.string(), detail: z.string() });

/** Why `pace check` could not read the mesh, from the JSON that it left or its last line; undefined when neither says. */
export function checkRefusal(json: unknown, lastLine: string): Refusal | undefined {
  const reported = ReportedErrorSchema.safeParse(json);
  if (reported.success) return refusal(reported.data.error.code, reported.data.error.detail);
  const event = ErrorEventSchema.safeParse(parsed(lastLine));
  if (event.success) return refusal(event.data.code, event.data.detail);
  const plain = /^([A-Z][A-Z0-9_]+): (.+)$/.exec(lastLine);
  return plain ? refusal(plain[1]!, plain[2]!) : undefined;
}

/** The first error among the findings: a mesh that has one cannot be solved. */
export function findingRefusal(report: MeshReport): Refusal | undefined {
  const finding = report.findings.find(({ severity }) => severity === 'error');
  return finding && refusal(finding.code, finding.sentence);
}

/** Codes of `pace check` that the contract knows under another name. */
const TRANSLATED: Record<string, ErrorCode> = {
  ZERO_AREA_TRIANGLES: 'UNV_DEGENERATE',
  UNITS_BAD_SCALE: 'UNITS_UNKNOWN',
  FREQUENCY_NOT_POSITIVE: 'FREQUENCY_INVALID',
};

function refusal(code: string, detail: string): Refusal {
  return { code: isErrorCode(code) ? code : (TRANSLATED[code] ?? 'MESHER_FAILED'), detail };
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
