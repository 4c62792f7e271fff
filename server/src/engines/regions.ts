import { RegionsSchema, type Regions } from '@pace/contract';
import { EXIT } from './outcome.ts';
import { askVerb, type VerbRequest } from './verb.ts';

/** `pace regions job.json`: what a composite model is made of; its errors are findings. @throws EngineError */
export function regions(request: VerbRequest): Promise<Regions> {
  return askVerb(
    {
      name: 'regions',
      goodCodes: [EXIT.modelHasErrors],
      subject: 'regions',
      parse: (json) => RegionsSchema.parse(json),
    },
    request,
  );
}
