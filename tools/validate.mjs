// @ts-check
/** `npm run validate [-- CASE…]`: is the physics right. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('validation/run.ts'));
