import type { MapsFile } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLibraryTexts } from '../../../../../ui/useLibraryTexts.ts';
import { LAYER_SYMBOLS, TYPED_FIELDS, type SurfaceOfRun } from '../../../data/mapsChoice.ts';
import { TABLE_STYLE } from '../../../parts/tableStyle.ts';
import { SizeField } from '../SizeField.tsx';
import type { CurvesChoice } from '../useCurvesChoice.ts';
import type { CoatedParts } from './coatedParts.ts';
import { LayerRows } from './LayerRows.tsx';
import type { UsedMaterial } from './materialTolerances.ts';

interface MaterialFormProps {
  file: MapsFile;
  choice: CurvesChoice;
  names: readonly string[];
  coated: CoatedParts;
  used: readonly UsedMaterial[];
  surface: Exclude<SurfaceOfRun, 'metal'>;
}

/** Tolerances of materials, which hold wherever they are, and of a coating those of the thickness of each layer. */
export function MaterialForm({ file, choice, names, coated, used, surface }: MaterialFormProps) {
  const { t } = useTranslation('results');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '90ch' }}>
        {t(`design.tolerances.materialsExplained.${surface}`)}
      </Typography>
      {used.length > 0 && <Materials {...{ choice, used }} />}
      {coated.ofLayers.length > 0 && <LayerRows {...{ file, choice, names, coated }} />}
      {(['typed', 'unknown'] as const).map(
        (kind) =>
          coated[kind].length > 0 && (
            <Alert key={kind} severity="info" data-testid={`design-tolerances-${kind}`}>
              {t(`design.tolerances.${kind}`, {
                parts: coated[kind].map((part) => names[part]).join(', '),
              })}
            </Alert>
          ),
      )}
    </Box>
  );
}

function Materials({ choice, used }: Pick<MaterialFormProps, 'choice' | 'used'>) {
  const { t } = useTranslation('results');
  const { nameOf } = useLibraryTexts();
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
