// @ts-check
/** `npm start` without its preparations, for stoppingRun.test.mjs: the real server under the real chain. */
import { serve } from '../steps/serve.mjs';

process.exitCode = await serve();
