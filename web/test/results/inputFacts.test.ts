import { MaterialsSchema } from '@pace/contract';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { inputSections } from '../../src/features/results/input/inputFacts.ts';
import { aProject, REPORT } from '../aProject.ts';
import { startTexts } from '../startTexts.ts';

beforeAll(async () => {
  await startTexts('tr');
  await startTexts('en');
});

const sectionOf = (project: ReturnType<typeof aProject>, key: string, language = 'en') =>
  inputSections(project, i18next.getFixedT(language, 'results'), language).find((one) => one.key === key)!;

describe('the summary of what was asked', () => {
  it.each([
    [0.5, '0.5', '0,5'],
    [1, '1.0', '1,0'],
    [0.55, '0.55', '0,55'],
    [0.25, '0.25', '0,25'],
    [0.123456, '0.123456', '0,123456'],
  ])('an alpha of %d is shown as it was used', (alpha, english, turkish) => {
    const project = aProject({ report: REPORT, input: { cfiealpha: [alpha, 0.5] } });
    expect(sectionOf(project, 'alpha').facts![0]![1]).toBe(english);
    expect(sectionOf(project, 'alpha', 'tr').facts![0]![1]).toBe(turkish);
  });

  const composite = aProject({
    programType: 3,
    report: REPORT,
    materials: MaterialsSchema.parse({
      inputMaterials: (
        [
          ['PEC', 0, 1, 0],
          ['Air', 0, 1.0006, 0],
          ['Epoxy', 1e9, 3.5, -0.02],
        ] as const
      ).map(([name, frequency, real, imaginary]) => ({
        ...{ id: name, name, frequency },
        ...{ permitivity: { real, imaginary }, permeability: { real: 1, imaginary: 0 } },
      })),
    }),
  });

  it('PEC has no permittivity, and air that of air', () => {
    expect(sectionOf(composite, 'materials').table!.rows).toEqual([
      ['PEC', '–', '–', '–'],
      ['Air', '–', '1.0006', '1'],
      ['Epoxy', '1 GHz', '3.5 − j0.02', '1'],
    ]);
    expect(sectionOf(composite, 'materials', 'tr').table!.rows[2]).toEqual([
      'Epoxy',
      '1 GHz',
      '3,5 − j0,02',
      '1',
    ]);
  });

  it('how Hybrid solves a part is told as its method', () => {
    const hybrid = aProject({ report: REPORT, input: { solvertype: 3 } });
    const titles = sectionOf(hybrid, 'solver').facts!.map(([title]) => title);
    expect(titles).toContain('Method of Part 1 Hull');
  });

  it('an impedance is written as the language writes numbers', () => {
    const coating = aProject({
      programType: 2,
      report: REPORT,
      materials: MaterialsSchema.parse({
        impedances: [
          { frequency: 1e9, params: [{ impedanceSurface: 1, impedanceReal: 377.5, impedanceImaginary: -2 }] },
        ],
      }),
    });
    expect(sectionOf(coating, 'impedances').table!.rows[0]).toEqual(['1', '(377.50000, -2.00000) Ω']);
    expect(sectionOf(coating, 'impedances', 'tr').table!.rows[0]).toEqual(['1', '(377,50000; -2,00000) Ω']);
  });
});
