// @ts-check
/** `npm run scoreboard`: the files of the page /benchmarks, from the records of validation and benchmarks. */
import { runTool } from './steps/say.mjs';
import { buildScoreboard } from './steps/scoreboardBuild.mjs';

runTool(buildScoreboard);
