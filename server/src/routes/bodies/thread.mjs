// @ts-check
/** Where a thread begins: plain JavaScript, because a thread of Node 20 does not read TypeScript by itself. */
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
