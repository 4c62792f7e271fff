// @ts-check
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import { ROOT } from '../steps/paths.mjs';

const RESULTS = 'web/src/features/results';
const FOLDERS = readdirSync(join(ROOT, RESULTS), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** From a file of the results, what it imports, and whether it may. @type {[from: string, path: string, allowed: boolean][]} */
const IMPORTS = [
  ['bistatic/BistaticView.tsx', '../curves/curveKeys.ts', true],
  ['bistatic/BistaticView.tsx', '../monostatic/monostaticChoice.ts', false],
  ['monostatic/MonostaticView.tsx', '../bistatic/BistaticView.tsx', false],
  ['waterfall/WaterfallView.tsx', '../parts/useSweptAngle.ts', true],
  ['waterfall/WaterfallView.tsx', '../imaging/imaging.ts', false],
  ['runs/RunCard.tsx', '../parts/Facts.tsx', true],
  ['runs/RunCard.tsx', '../overview/ShareDialog.tsx', false],
  ['curves/useCurvePlot.ts', '../data/exactSpheres.ts', true],
  ['curves/useCurvePlot.ts', '../bistatic/BistaticView.tsx', false],
  ['parts/Facts.tsx', '../curves/curveList.ts', false],
  ['data/queries.ts', '../parts/LoadingLine.tsx', false],
  ['fields/farField.ts', '../data/queries.ts', false],
  ['labels/quantities.ts', '../fields/farField.ts', false],
  ['certificate/certificate.ts', '../fields/errorBars.ts', true],
  ['certificate/Certificate.tsx', '../monostatic/monostaticChoice.ts', false],
  ['report/buildReport.ts', '../fields/pattern.ts', true],
  ['report/buildReport.ts', '../pattern/PatternView.tsx', false],
  ['report/sections/patternSection.ts', '../../fields/pattern.ts', true],
  ['report/sections/patternSection.ts', '../reportModel.ts', true],
  ['report/sections/patternSection.ts', '../../../../viewer/index.ts', true],
  ['report/sections/patternSection.ts', '../../pattern/PatternView.tsx', false],
  ['report/sections/patternSection.ts', '../../../wizard/index.ts', false],
  ['overview/ResultsPanel.tsx', '../mesh/MeshView.tsx', true],
  ['mesh/MeshView.tsx', '../index.ts', false],
];

test('folders of the results import downwards only, and views never each other', async () => {
  const linter = new ESLint({ cwd: ROOT });
  /** @param {string} from @param {string} path @returns {Promise<boolean>} */
  const isRefused = async (from, path) => {
    const [result] = await linter.lintText(`export type * from '${path}';\n`, {
      filePath: join(ROOT, RESULTS, from),
    });
    const messages = result?.messages ?? [];
    assert.ok(!messages.some(({ fatal }) => fatal), JSON.stringify(messages));
    return messages.some(({ ruleId }) => ruleId === '@typescript-eslint/no-restricted-imports');
  };
  for (const [from, path, allowed] of IMPORTS)
    assert.equal(await isRefused(from, path), !allowed, `${from} imports ${path}`);
  // A new folder has no rules until it is among the rooms of eslint.config.js.
  for (const folder of FOLDERS.filter((name) => name !== 'overview'))
    assert.ok(await isRefused(`${folder}/a.ts`, '../overview/ResultsPanel.tsx'), folder);
});
