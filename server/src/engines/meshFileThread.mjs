// @ts-check
/** The thread that reads mesh files; the readers are TypeScript, which a thread of its own has to learn first. */
import { register } from 'tsx/esm/api';

register();
await import('./meshFileThreadWork.ts');
