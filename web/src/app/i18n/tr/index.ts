import { byNamespace } from '../collect.ts';
import findings from '../en/meshFindings.json' with { type: 'json' };
import notices from '../en/solverNotices.json' with { type: 'json' };
import phrases from '../en/unitPhrases.json' with { type: 'json' };

export const texts: Record<string, Record<string, unknown>> = {
  ...byNamespace(import.meta.glob('./*.json', { eager: true, import: 'default' })),
  // The solver speaks English: by these its sentences are told apart, whatever the language of the page.
  solverSentences: { ...notices, ...findings },
  solverPhrases: phrases,
};
