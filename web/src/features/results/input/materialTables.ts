import {
  HZ_PER_GHZ,
  IMPEDANCE_DECIMALS,
  impedanceText,
  isPec,
  OUTER_MEDIA,
  PROGRAM_TYPES,
  type Materials,
  type Project,
} from '@pace/contract';
import type { TFunction } from 'i18next';
import { complexText } from '../../../ui/complexText.ts';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import type { InputSection } from './inputSection.ts';

const MM_PER_M = 1000;

/** What was said of materials, for coated and composite models. */
export function materialSections(
  project: Project,
  t: TFunction<'results'>,
  language: string,
): InputSection[] {
  const { materials } = project.state;
  if (project.programType === PROGRAM_TYPES.pec) return [];
  if (!materials)
    return project.programType === PROGRAM_TYPES.composite
      ? [{ key: 'outerMissing', title: t('input.outerMedia'), warning: t('input.outerMissing') }]
      : [];
  const inputs = inputMaterials(materials, t, language);
  return project.programType === PROGRAM_TYPES.coating
    ? [inputs, thicknesses(materials, t, language), impedances(materials, t, language)]
    : [inputs, outerMedia(materials, t)];
}

function inputMaterials(
  { inputMaterials: given }: Materials,
  t: TFunction<'results'>,
  language: string,
): InputSection {
  return {
    key: 'materials',
    title: t('input.materials'),
    table: {
      titles: [t('input.material'), t('frequency'), 'εᵣ', 'μᵣ'],
      rows: given.map(({ name, frequency, permitivity, permeability }) =>
        isPec(name)
          ? [name, '–', '–', '–']
          : [
              name,
              // 0 Hz: the same at all frequencies.
              frequency === 0 ? '–' : frequencyLabel(frequency, language),
              complexText(permitivity, language),
              complexText(permeability, language),
            ],
      ),
    },
  };
}

function thicknesses(
  { thicknesses: layers, pecBack }: Materials,
  t: TFunction<'results'>,
  language: string,
): InputSection {
  return {
    key: 'thicknesses',
    title: t('input.thicknesses'),
    text: t(pecBack ? 'input.pecBack' : 'input.noPecBack'),
    table: {
      titles: [t('input.surface'), t('input.layer'), t('input.material'), t('input.thickness')],
      rows: layers.map(({ surface, surfaceIndex, materialName, thickness }) => [
        String(surface),
        String(surfaceIndex + 1),
        materialName,
        `${plainNumber(MM_PER_M * thickness, language)} mm`,
      ]),
    },
  };
}

function impedances(
  { impedances: given, thicknesses: layers }: Materials,
  t: TFunction<'results'>,
  language: string,
): InputSection {
  if (given.length === 0 && layers.length > 0)
    return { key: 'impedances', title: t('input.impedances'), text: t('input.impedancesByLayers') };
  const surfaces = [
    ...new Set(given.flatMap(({ params }) => params.map(({ impedanceSurface }) => impedanceSurface))),
  ].sort((a, b) => a - b);
  return {
    key: 'impedances',
    title: t('input.impedances'),
    table: {
      titles: [
        `${t('frequency')} [GHz]`,
        ...surfaces.map((surface) => t('input.surfaceNumber', { surface })),
      ],
      rows: given.map(({ frequency, params }) => [
        plainNumber(frequency / HZ_PER_GHZ, language, 9),
        ...surfaces.map((surface) => {
          const found = params.find(({ impedanceSurface }) => impedanceSurface === surface);
          return found
            ? `${impedanceText({ real: found.impedanceReal, imaginary: found.impedanceImaginary }, IMPEDANCE_DECIMALS.summary, language)} Ω`
            : '–';
        }),
      ]),
    },
  };
}

function outerMedia({ outerMedias }: Materials, t: TFunction<'results'>): InputSection {
  const title = t('input.outerMedia');
  if (outerMedias.length === 0) return { key: 'outerMedia', title, warning: t('input.outerMissing') };
  const mediumName = (medium: number) =>
    medium === OUTER_MEDIA.vacuum
      ? t('input.vacuum')
      : medium === OUTER_MEDIA.interface
        ? t('input.interface')
        : t('input.surfaceNumber', { surface: medium });
  return {
    key: 'outerMedia',
    title,
    table: {
      titles: [t('input.surface'), t('input.outerMedium'), t('input.material')],
      rows: outerMedias.map(({ surfaceApplied, outerMedia: medium, outerMaterial }) => [
        String(surfaceApplied),
        mediumName(medium),
        outerMaterial || '–',
      ]),
    },
  };
}
