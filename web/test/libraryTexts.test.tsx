import { expect, it } from 'vitest';
import { useLibraryTexts } from '../src/ui/useLibraryTexts.ts';
import { partName as nameIn } from '../src/ui/usePartName.ts';
import { useAlphaPartName } from '../src/features/wizard/useAlphaPartName.ts';
import { modelFacts } from '../src/features/wizard/modelFacts.ts';
import { useTranslation } from 'react-i18next';
import { render } from './render.tsx';
import { report } from './wizardFixtures.ts';
import { MESHER } from './aCheck.ts';
import { aProject, REPORT } from './aProject.ts';

function Texts() {
  const { nameOf, entryName, sourceOf } = useLibraryTexts();
  const project = aProject({
    report: { ...REPORT, mesher: MESHER, parts: [{ ...REPORT.parts[0]!, name: 'Solids 1+2 face 3' }] },
  });
  const partName = useAlphaPartName(modelFacts(project, project.stateLive));
  return (
    <ul>
      {[
        nameOf({ name: 'Concrete' }),
        nameOf({ name: 'RT/duroid 6010.2LM' }),
        entryName({ name: 'Vacuum' }),
        sourceOf({ source: 'Rec. ITU-R P.2040-3, table 3; valid 1 to 40 GHz' }),
        partName(1),
      ].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

it.each([
  [
    'tr',
    [
      'Beton',
      'RT/duroid 6010.2LM',
      'Vacuum',
      'Rec. ITU-R P.2040-3, tablo 3; 1 – 40 GHz arasında geçerli',
      'Katılar 1+2 yüz 3',
    ],
  ],
  [
    'en',
    [
      'Concrete',
      'RT/duroid 6010.2LM',
      'Vacuum',
      'Rec. ITU-R P.2040-3, table 3; valid 1 to 40 GHz',
      'Solids 1+2 face 3',
    ],
  ],
] as const)('names of the library and of parts in %s', async (language, expected) => {
  const { unmount } = await render(<Texts />, { language });
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(expected);
  await unmount();
});

const stepReport = report({
  mesher: MESHER,
  parts: report().parts.map((part, i) => ({ ...part, name: `Face ${i + 1}` })),
});

function Names() {
  const { t } = useTranslation('common');
  const parts = [
    [{ name: 'Face 3', number: 3 }, stepReport],
    [{ name: 'Face 3', number: 3 }, report()],
    [{ name: 'Part 7', number: 7 }, report()],
    [{ name: '', number: 8 }, report()],
    [{ name: 'Surface left', number: 1 }, stepReport],
  ] as const;
  return <p>{parts.map(([part, of]) => nameIn(part, of, t)).join('; ')}</p>;
}

it('only names that a file did not give are translated', async () => {
  const { container, unmount } = await render(<Names />, { language: 'tr' });
  expect(container.textContent).toBe('Yüz 3; Face 3; Parça 7; Parça 8; Surface left');
  await unmount();
});
