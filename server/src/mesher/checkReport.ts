import {
  ERROR_STATUS,
  MESSAGE_FIELDS,
  messageOf,
  MeshReportSchema,
  type ErrorCode,
  type MeshReport,
  type Said,
} from '@pace/contract';
import { z } from 'zod';
import type { Refusal } from './refusal.ts';

/** The parts of `pace check`'s report that are named differently there than in the contract. */
const CheckReportSchema = z.looseObject({
  units: z
    .looseObject({
      name: z.string(),
      metresPerUnitInFile: z.number().nullable(),
      metresPerUnit: z.number(),
      source: z.string(),
    })
    .optional(),
  totals: z.looseObject({ vertices: z.number(), triangles: z.number(), unknownsRwg: z.number() }).optional(),
  parts: z.array(
    z.looseObject({
      area_m2: z.number().optional(),
      extent_m: z.number().optional(),
      smooth_m: z.number().nullable().optional(),
      edge_m: z.looseObject({ max: z.number() }).optional(),
    }),
  ),
});

/**
 * The report of `pace check` in the words of the contract. `metresPerUnit` is null when neither the file nor the caller
 * says how long a unit is (then the report was made as if it were a metre).
 * @throws when it is no such report
 */
export function meshReport(json: unknown): MeshReport {
  const check = CheckReportSchema.parse(json);
  return MeshReportSchema.parse({
    ...(check.totals && {
      vertices: check.totals.vertices,
      triangles: check.totals.triangles,
      unknownsRwg: check.totals.unknownsRwg,
    }),
    ...(check.units && {
      unitsName: check.units.name,
      metresPerUnit: check.units.source === 'assumed' ? null : check.units.metresPerUnit,
    }),
    ...check,
    parts: check.parts.map((part) => ({
      ...(part.area_m2 !== undefined && { areaM2: part.area_m2 }),
      ...(part.extent_m !== undefined && { extentM: part.extent_m }),
      ...(part.smooth_m !== undefined && { smoothM: part.smooth_m }),
      ...(part.edge_m !== undefined && { longestEdgeM: part.edge_m.max }),
      ...part,
    })),
  });
}

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
