import { isOutside, type LibraryMaterial } from '@pace/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useComplexText } from '../../../ui/useComplexText.ts';
import { useLibraryTexts } from '../../../ui/useLibraryTexts.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { LAYER_SYMBOLS, TYPED_FIELDS, valuesOf, type LayerValues } from '../data/mapsChoice.ts';
import type { LayerChoice } from './useLayer.ts';

/** No layer, one of the library's materials, or ε and μ as typed. */
export function LayerFields({ choice, frequencyHz }: { choice: LayerChoice; frequencyHz: number }) {
  const { t } = useTranslation('results');
  const { nameOf } = useLibraryTexts();
  const { kind, kinds, setKind, material, typed, type, bad } = choice;
  return (
    <>
      <ValueSelect
        label={t('design.layer')}
        value={kind}
        values={kinds}
        text={(one) =>
          one === 'none' || one === 'typed' ? t(`design.layers.${one}`) : nameOf({ name: one })
        }
        onChange={setKind}
        testId="design-layer"
      />
      {kind === 'typed' &&
        TYPED_FIELDS.map((field) => (
          <TextField
            key={field}
            size="small"
            fullWidth={false}
            label={LAYER_SYMBOLS[field]}
            value={typed[field]}
            error={bad.includes(field)}
            onChange={({ target }) => type(field, target.value)}
            sx={{ width: 84 }}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: {
                inputMode: 'decimal',
                'aria-label': t(`design.typed.${field}`),
                'data-testid': `design-${field}`,
              },
            }}
          />
        ))}
      {material && <MaterialValues material={material} frequencyHz={frequencyHz} />}
    </>
  );
}

function MaterialValues({ material, frequencyHz }: { material: LibraryMaterial; frequencyHz: number }) {
  const { t } = useTranslation('results');
  const complexText = useComplexText();
  const { permittivity, permeability }: LayerValues = valuesOf(material, frequencyHz);
  return (
    <Box sx={{ alignSelf: 'center' }} data-testid="design-material">
      <Typography variant="body2">
        {`ε = ${complexText(permittivity)}, μ = ${complexText(permeability)}`}
      </Typography>
      {isOutside(material.params, frequencyHz) && (
        <Typography variant="caption" sx={{ color: 'warning.main' }}>
          {t('design.outside')}
        </Typography>
      )}
    </Box>
  );
}
