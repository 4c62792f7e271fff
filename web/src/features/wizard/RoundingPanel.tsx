import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { DEFAULT_ROUNDING_DEG, LIMITS, type MeshReport } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckboxWithHint } from '../../ui/CheckboxWithHint.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { useComplaintText } from './useComplaintText.ts';
import type { Wizard } from './useWizard.ts';

/** Whether facets of a UNV model stand for smooth surfaces, and up to which angle between them. Off unless asked. */
export function RoundingPanel({ wizard, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const complaintText = useComplaintText();
  const { draft, change, save } = wizard;
  const set = draft.roundingAngle;
  const [text, setText] = useState(String(set > 0 ? set : DEFAULT_ROUNDING_DEG));
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const hasMiddleNodes = report.curved !== undefined && !report.rounding?.triangles;
  if (draft.scalefactor === undefined || (hasMiddleNodes && set === 0)) return null;
  const angle = Number(text);
  const valid = text.trim() !== '' && angle > 0 && angle <= LIMITS.roundingAngleMax;
  const apply = async (roundingAngle: number) => {
    change({ roundingAngle });
    setError(null);
    setBusy(true);
    await save({ roundingAngle }).catch(setError);
    setBusy(false);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) void apply(angle);
      }}
      data-testid="rounding-panel"
    >
      {error !== null && <ErrorAlert error={error} sx={{ mb: 1 }} />}
      <CheckboxWithHint
        label={t('rounding.label')}
        hint={t('rounding.hint')}
        checked={set > 0}
        disabled={busy}
        onChange={(checked) => void apply(checked ? (valid ? angle : DEFAULT_ROUNDING_DEG) : 0)}
        testId="round-smooth"
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start', mt: 1.5 }}>
          <Box sx={{ flex: '1 1 180px' }}>
            <NumberField
              label={t('rounding.angle')}
              unit="°"
              min={0}
              value={text}
              onChange={setText}
              hint={t('rounding.angleHint', { most: LIMITS.roundingAngleMax })}
              complaint={
                valid
                  ? undefined
                  : complaintText({
                      key: 'between',
                      values: { label: 'roundingAngle', min: 0, max: LIMITS.roundingAngleMax },
                    })
              }
              testId="round-angle"
            />
          </Box>
          <Button
            type="submit"
            variant="outlined"
            disabled={!valid || angle === set}
            loading={busy}
            data-testid="round-apply"
          >
            {t('rounding.apply')}
          </Button>
        </Box>
      </CheckboxWithHint>
    </Box>
  );
}
