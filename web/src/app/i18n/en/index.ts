import messages from '@pace/contract/messages/en.json' with { type: 'json' };
import { byNamespace } from '../collect.ts';

export const texts: Record<string, Record<string, unknown>> = {
  ...byNamespace(import.meta.glob('./*.json', { eager: true, import: 'default' })),
  messages,
};
