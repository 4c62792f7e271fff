// @ts-check
/** The thread that writes files for other programs; the writers are TypeScript, which a thread of its own has to learn first. */
import { register } from 'tsx/esm/api';

register();
await import('./exportThreadWork.ts');
