import type { MapsFile } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLibraryTexts } from '../../../../../ui/useLibraryTexts.ts';
import { LAYER_SYMBOLS, TYPED_FIELDS } from '../../../data/mapsChoice.ts';
import { TABLE_STYLE } from '../../../parts/tableStyle.ts';
import { SizeField } from '../SizeField.tsx';
import type { CurvesChoice } from '../useCurvesChoice.ts';
import type { CoatedParts } from './coatedParts.ts';
import { LayerRows } from './LayerRows.tsx';
import { usedMaterials } from './materialTolerances.ts';

interface MaterialFormProps {
  file: MapsFile;
  choice: CurvesChoice;
  names: readonly string[];
  coated: CoatedParts;
}

/** Of a coating: tolerances of its materials, which hold in all layers of them, and of the thickness of each layer. */
export function MaterialForm({ file, choice, names, coated }: MaterialFormProps) {
  const { t } = useTranslation('results');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '90ch' }}>
        {t('design.tolerances.materialsExplained')}
      </Typography>
      <Materials {...{ choice, coated }} />
      <LayerRows {...{ file, choice, names, coated }} />
      {coated.typed.length > 0 && (
        <Alert severity="info" data-testid="design-tolerances-typed">
          {t('design.tolerances.typed', { parts: coated.typed.map((part) => names[part]).join(', ') })}
        </Alert>
      )}
    </Box>
  );
}

function Materials({ choice, coated }: Pick<MaterialFormProps, 'choice' | 'coated'>) {
  const { t } = useTranslation('results');
  const { nameOf } = useLibraryTexts();
  const used = usedMaterials(coated.ofLayers);
  const fields = TYPED_FIELDS.filter((field) => used.some(({ quantities }) => quantities.includes(field)));
  return (
    <Box tabIndex={0} role="region" aria-label={t('design.tolerances.materials')} sx={{ overflowX: 'auto' }}>
      <Box component="table" data-testid="design-material-tolerances" sx={TABLE_STYLE}>
        <thead>
          <tr>
            <th scope="col">{t('design.tolerances.material')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {LAYER_SYMBOLS[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.map(({ name, quantities }) => (
            <tr key={name} data-material={name}>
              <th scope="row">{nameOf({ name })}</th>
              {fields.map((field) => (
                <td key={field}>
                  {quantities.includes(field) && (
                    <SizeField
                      text={choice.typedMaterials.materials[name]?.[field] ?? ''}
                      unit="%"
                      label={t('design.tolerances.size', {
                        part: nameOf({ name }),
                        kind: LAYER_SYMBOLS[field],
                        unit: '%',
                      })}
                      testId={`design-${field}-${name}`}
                      onChange={(text) => choice.typeMaterial(name, { [field]: text })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
