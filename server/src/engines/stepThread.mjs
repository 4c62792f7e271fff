// @ts-check
/** The thread that reads STEP files; the reader is TypeScript, which a thread of its own has to learn first. */
import { register } from 'tsx/esm/api';

register();
await import('./stepThreadWork.ts');
