import { byNamespace } from '../collect.ts';

export const texts = byNamespace(import.meta.glob('./*.json', { eager: true, import: 'default' }));
