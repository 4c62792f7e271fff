import { act } from 'react';
import { expect, it } from 'vitest';
import { draftOf } from '../src/features/wizard/draft.ts';
import { ImportInputs } from '../src/features/wizard/ImportInputs.tsx';
import type { Wizard } from '../src/features/wizard/useWizard.ts';
import { byTestId, render, until } from './render.tsx';
import { projectOf } from './wizardFixtures.ts';

const shows = (text: string) => document.body.textContent.includes(text);

it.each([
  ['en', '{"residualerror":0}', 'residualerror: Residual Error must be greater than 0'],
  ['tr', '{"residualerror":0}', "residualerror: Artık hata 0'dan büyük olmalı"],
  ['tr', '{"cfiealpha":[0.5,null]}', 'cfiealpha.1: Parça 2 boş olamaz'],
  ['tr', '{"excitation":[200,0,0]}', 'excitation.0: Theta 0 ile 180 derece arasında olmalı'],
  ['en', '{"anglesweep":"1"}', 'anglesweep: Invalid input'],
  ['tr', '{"frequency":5}', 'frequency: Geçersiz girdi: beklenen sabit uzunlukta liste, gelen sayı'],
  [
    'tr',
    '{"materials":{"thicknesses":[{"id":1,"materialName":"Foam","surface":1,"surfaceIndex":0,"thickness":0}]}}',
    'materials.thicknesses.0.thickness: Kalınlık en az 0,00001 mm olmalı',
  ],
] as const)('a file with a bad value is refused in the language %s: %s', async (language, content, text) => {
  const wizard = { draft: draftOf(null, 1), change: () => undefined, project: projectOf({}) };
  const { unmount } = await render(<ImportInputs wizard={wizard as unknown as Wizard} />, { language });
  const input = byTestId('import-inputs-file');
  Object.defineProperty(input, 'files', { value: [new File([content], 'bad.json')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => shows('bad.json'));
  expect(shows(text), document.body.textContent).toBe(true);
  await unmount();
});
