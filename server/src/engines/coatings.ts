import { CoatingFindingsSchema, type CoatingFinding } from '@pace/contract';
import { askVerb, type VerbRequest } from './verb.ts';

/** `pace impedance job.json`: where the surface impedances of a coating cannot be trusted. @throws EngineError */
export async function coatingFindings(request: VerbRequest): Promise<CoatingFinding[]> {
  const { findings } = await askVerb(
    {
      name: 'impedance',
      subject: 'coating',
      parse: (json) => CoatingFindingsSchema.parse(json),
    },
    request,
  );
  return findings;
}
