import { HZ_PER_GHZ, IMPEDANCE_DECIMALS, impedanceText, OUTER_MEDIA, PROGRAM_TYPES, type Materials, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { frequencyLabel, plainNumber } from './quantities.ts';

const MM_PER_M = 1000;

/** A table of the summary, which scrolls by itself where the page is narrow. */
function SummaryTable({ caption, titles, rows }: { caption: string; titles: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  const { t } = useTranslation('results');
  if (rows.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('input.empty')}</Typography>;
  return (
    <Box tabIndex={0} role="region" aria-label={caption} sx={{ overflow: 'auto', maxHeight: 320 }}>
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums',
          '& th, & td': { px: 1.5, py: 0.5, textAlign: 'left', whiteSpace: 'nowrap' }, '& thead th': { borderBottom: 1, borderColor: 'divider' },
        }}
      >
        <thead><tr>{titles.map((title) => <th key={title} scope="col">{title}</th>)}</tr></thead>
        <tbody>{rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}>{cell}</td>)}</tr>)}</tbody>
      </Box>
    </Box>
  );
}

/** Sections of the summary that are of materials: [key of the title, content]. */
export function materialSections(project: Project): [key: 'materials' | 'thicknesses' | 'impedances' | 'outerMedia', content: ReactNode][] {
  const { materials } = project.state;
  if (project.solverType === PROGRAM_TYPES.pec || !materials) return [];
  if (project.solverType === PROGRAM_TYPES.coating)
    return [
      ['materials', <InputMaterials key="materials" materials={materials} />],
      ['thicknesses', <Thicknesses key="thicknesses" materials={materials} />],
      ['impedances', <Impedances key="impedances" materials={materials} />],
    ];
  return [
    ['materials', <InputMaterials key="materials" materials={materials} />],
    ['outerMedia', <OuterMedia key="outerMedia" materials={materials} />],
  ];
}

function InputMaterials({ materials: { inputMaterials } }: { materials: Materials }) {
  const { t, i18n } = useTranslation('results');
  const complex = ({ real, imaginary }: { real: number; imaginary: number }) =>
    `${plainNumber(real, i18n.language)} ${imaginary > 0 ? '+' : '−'} j${plainNumber(Math.abs(imaginary), i18n.language)}`;
  return (
    <SummaryTable
      caption={t('input.materials')} titles={[t('input.material'), t('frequency'), 'εᵣ', 'μᵣ']}
      rows={inputMaterials.map(({ name, frequency, permitivity, permeability }) =>
        [name, frequencyLabel(frequency, i18n.language), complex(permitivity), complex(permeability)])}
    />
  );
}

function Thicknesses({ materials: { thicknesses, pecBack } }: { materials: Materials }) {
  const { t, i18n } = useTranslation('results');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography variant="body2">{t(pecBack ? 'input.pecBack' : 'input.noPecBack')}</Typography>
      <SummaryTable
        caption={t('input.thicknesses')} titles={[t('input.surface'), t('input.layer'), t('input.material'), t('input.thickness')]}
        rows={thicknesses.map(({ surface, surfaceIndex, materialName, thickness }) =>
          [surface, surfaceIndex + 1, materialName, `${plainNumber(MM_PER_M * thickness, i18n.language)} mm`])}
      />
    </Box>
  );
}

function Impedances({ materials: { impedances } }: { materials: Materials }) {
  const { t, i18n } = useTranslation('results');
  const surfaces = [...new Set(impedances.flatMap(({ params }) => params.map(({ impedanceSurface }) => impedanceSurface)))].sort((a, b) => a - b);
  return (
    <SummaryTable
      caption={t('input.impedances')} titles={[`${t('frequency')} [GHz]`, ...surfaces.map((surface) => t('input.surfaceNumber', { surface }))]}
      rows={impedances.map(({ frequency, params }) => [
        plainNumber(frequency / HZ_PER_GHZ, i18n.language, 9),
        ...surfaces.map((surface) => {
          const found = params.find(({ impedanceSurface }) => impedanceSurface === surface);
          return found ? `${impedanceText({ real: found.impedanceReal, imaginary: found.impedanceImaginary }, IMPEDANCE_DECIMALS.summary)} Ω` : '–';
        }),
      ])}
    />
  );
}

function OuterMedia({ materials: { outerMedias } }: { materials: Materials }) {
  const { t } = useTranslation('results');
  if (outerMedias.length === 0) return <Alert severity="warning">{t('input.outerMissing')}</Alert>;
  const mediumName = (medium: number) =>
    medium === OUTER_MEDIA.vacuum ? t('input.vacuum') : medium === OUTER_MEDIA.interface ? t('input.interface') : t('input.surfaceNumber', { surface: medium });
  return (
    <SummaryTable
      caption={t('input.outerMedia')} titles={[t('input.surface'), t('input.outerMedium'), t('input.material')]}
      rows={outerMedias.map(({ surfaceApplied, outerMedia, outerMaterial }) => [surfaceApplied, mediumName(outerMedia), outerMaterial || '–'])}
    />
  );
}
