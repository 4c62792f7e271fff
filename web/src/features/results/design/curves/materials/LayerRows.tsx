import type { MapsFile } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLibraryTexts } from '../../../../../ui/useLibraryTexts.ts';
import { plainNumber } from '../../../labels/quantities.ts';
import { TABLE_STYLE } from '../../../parts/tableStyle.ts';
import { byLargestShare } from '../shareCurves.ts';
import { SizeField } from '../SizeField.tsx';
import type { CurvesChoice } from '../useCurvesChoice.ts';
import type { CoatedParts } from './coatedParts.ts';
import { layerKey } from './materialTolerances.ts';

/** Rows at first, and with each click more. */
const ROWS = 8;

interface LayerRowsProps {
  file: MapsFile;
  choice: CurvesChoice;
  names: readonly string[];
  coated: CoatedParts;
}

/** A row for each layer, those of the part with the largest share first. */
export function LayerRows({ file, choice, names, coated }: LayerRowsProps) {
  const { t, i18n } = useTranslation('results');
  const { nameOf } = useLibraryTexts();
  const [rows, setRows] = useState(ROWS);
  const all = useMemo(() => layersByShare(file, coated), [file, coated]);
  const textOf = (key: string) => choice.typedMaterials.layers[key] ?? '';
  const shown = all.filter(({ key }, i) => i < rows || textOf(key).trim() !== '');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        tabIndex={0}
        role="region"
        aria-label={t('design.tolerances.thicknesses')}
        sx={{ overflowX: 'auto' }}
      >
        <Box component="table" data-testid="design-thickness-tolerances" sx={TABLE_STYLE}>
          <thead>
            <tr>
              <th scope="col">{t('design.columns.name')}</th>
              <th scope="col">{t('design.tolerances.layer')}</th>
              <th scope="col" data-number>
                {t('design.tolerances.thickness')}
              </th>
              <th scope="col">{t('design.tolerances.deviation')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, part, layer, material, thicknessMm }) => (
              <tr key={key} data-layer={key}>
                <th scope="row">{names[part]}</th>
                <td>{`${layer} · ${nameOf({ name: material })}`}</td>
                <td data-number>{`${plainNumber(thicknessMm, i18n.language, 4)} mm`}</td>
                <td>
                  <SizeField
                    text={textOf(key)}
                    unit="mm"
                    label={t('design.tolerances.size', {
                      part: `${names[part]}, ${layer} · ${nameOf({ name: material })}`,
                      kind: t('design.tolerances.thickness'),
                      unit: 'mm',
                    })}
                    testId={`design-thickness-${key}`}
                    onChange={(text) => choice.typeLayer(key, text)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {shown.length < all.length && (
        <Button size="small" onClick={() => setRows(rows + ROWS)} data-testid="design-thickness-more">
          {t('design.tolerances.moreLayers', { count: all.length - shown.length })}
        </Button>
      )}
    </Box>
  );
}

interface LayerOfPart {
  key: string;
  part: number;
  layer: number;
  material: string;
  thicknessMm: number;
}

function layersByShare({ parts, responses = [] }: MapsFile, { ofLayers }: CoatedParts): LayerOfPart[] {
  const order = byLargestShare(responses);
  return [...ofLayers]
    .sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
    .flatMap(({ part, materials, stack }) =>
      materials.map((material, i) => ({
        key: layerKey(parts[part]!.index, i + 1),
        part,
        layer: i + 1,
        material,
        thicknessMm: 1000 * stack[i]!.thicknessM,
      })),
    );
}
