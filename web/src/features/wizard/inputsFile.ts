import {
  INPUTS_FILE_NAME,
  MaterialsSchema,
  SAID,
  SolverInputSchema,
  type Materials,
  type ProgramType,
  type SolverInput,
} from '@pace/contract';
import { z } from 'zod';
import { draftOf, type WizardDraft } from './draft.ts';
import type { ModelFacts } from './modelFacts.ts';
import { payloadOf } from './useWizard.ts';

export { INPUTS_FILE_NAME };

/** The file is the solver input, field by field as in the specification, with the materials beside them where there are any. */
export function inputsText(programType: ProgramType, draft: WizardDraft, model: ModelFacts): string {
  const { input, materials } = payloadOf(programType, draft, model) as {
    input: SolverInput;
    materials?: Materials;
  };
  return `${JSON.stringify(materials ? { ...input, materials } : input, null, 2)}\n`;
}

/** A refusal says which value is wrong, and what the contract says about it (useSchemaMessage). */
export type ReadInputs = { ok: true; draft: WizardDraft } | { ok: false; where: string; reason: string };

const WithMaterials = z.looseObject({ materials: MaterialsSchema.optional() });

/** A draft with the values of an inputs file; what a file of another project says about the unit of its model is left out. */
export function readInputs(text: string, programType: ProgramType, current: WizardDraft): ReadInputs {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, where: '', reason: '' };
  }
  const input = SolverInputSchema.safeParse(json, SAID);
  if (!input.success) return { ok: false, ...faultOf(input.error) };
  const rest = WithMaterials.safeParse(json, SAID);
  if (!rest.success) return { ok: false, ...faultOf(rest.error) };
  const materials = rest.data.materials ?? current.materials;
  const draft = draftOf(input.data, current.processors, { programType, materials });
  return { ok: true, draft: { ...draft, scalefactor: current.scalefactor } };
}

function faultOf({ issues: [first] }: z.ZodError): { where: string; reason: string } {
  return { where: first?.path.join('.') ?? '', reason: first?.message ?? '' };
}
