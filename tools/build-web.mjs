// @ts-check
/** `npm run build:web`: the web application with its scoreboard, when anything in them has changed. */
import { runTool } from './steps/say.mjs';
import { buildWeb } from './steps/webBuild.mjs';

runTool(buildWeb);
