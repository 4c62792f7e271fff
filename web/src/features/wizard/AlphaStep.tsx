import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { ALPHA_STEP, DEFAULT_CFIE_ALPHA } from '@pace/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../ui/NumberField.tsx';
import { alphaComplaints } from './complaints.ts';
import { alphasAreSet, alphaTexts } from './draft.ts';
import { showFilePanel } from './showFilePanel.ts';
import { SCROLLING_LIST, usePickedRow } from './usePickedRow.ts';
import { useComplaintText } from './useComplaintText.ts';
import type { Wizard } from './useWizard.ts';

/** One α a part. Typing changes nothing until it is set. */
export function AlphaStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { model } = wizard;
  if (model.phase === 'none' || model.phase === 'partial') return <Hint text={t('alpha.uploadFirst')} />;
  if (!model.report) return <Hint text={t('alpha.noParts')} />;
  return <AlphaBoxes key={model.version} wizard={wizard} />;
}

function Hint({ text }: { text: string }) {
  const { t } = useTranslation('wizard');
  return (
    <Alert severity="info">
      {text}{' '}
      <Link component="button" type="button" onClick={showFilePanel} sx={{ verticalAlign: 'baseline' }}>
        {t('file.show')}
      </Link>
    </Alert>
  );
}

function AlphaBoxes({ wizard: { draft, change, model, selection } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const complaintText = useComplaintText();
  const texts =
    draft.alphaTexts?.length === model.parts ? draft.alphaTexts : alphaTexts(draft.alphas, model.parts);
  const complaints = alphaComplaints(texts);
  const valid = complaints.every((complaint) => complaint === undefined);
  const isSet = alphasAreSet(draft, model.parts);
  const setValues = () => change({ alphas: texts.map(Number), alphaTexts: null });
  const resetValues = () => change({ alphas: texts.map(() => DEFAULT_CFIE_ALPHA), alphaTexts: null });
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('alpha.explain')}
      </Typography>
      <Box
        component="ul"
        {...SCROLLING_LIST}
        sx={{
          listStyle: 'none',
          m: 0,
          px: 0.5,
          py: 1,
          display: 'grid',
          gap: 1.5,
          maxHeight: 340,
          overflowY: 'auto',
        }}
      >
        {model.report!.parts.map((part, i) => (
          <PartRow key={part.index} index={part.index} picked={selection.includes(part.number)}>
            <Box sx={{ pt: 0.75, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {part.name === '' ? t('alpha.part', { n: part.index }) : part.name}
              </Typography>
              {part.open && <Chip size="small" color="warning" variant="outlined" label={t('alpha.open')} />}
            </Box>
            <NumberField
              label={t('alpha.label', { n: part.index })}
              value={texts[i] ?? ''}
              min={0}
              max={1}
              step={ALPHA_STEP}
              onChange={(value) => change({ alphaTexts: texts.map((old, j) => (j === i ? value : old)) })}
              complaint={complaintText(complaints[i])}
              testId={`alpha-${part.index}`}
            />
          </PartRow>
        ))}
      </Box>
      <Box
        sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', '& button': { whiteSpace: 'nowrap', px: 1.75 } }}
      >
        <Button variant="outlined" onClick={resetValues} data-testid="alpha-reset">
          {t('alpha.reset')}
        </Button>
        <Button variant="contained" onClick={setValues} disabled={!valid} data-testid="alpha-set">
          {t('alpha.set')}
        </Button>
      </Box>
      <Typography variant="caption" role="status" sx={{ color: isSet ? 'success.main' : 'text.secondary' }}>
        {t(isSet ? 'alpha.isSet' : 'alpha.notSet')}
      </Typography>
    </>
  );
}

function PartRow({ index, picked, children }: { index: number; picked: boolean; children: ReactNode }) {
  return (
    <Box
      component="li"
      ref={usePickedRow<HTMLLIElement>(picked)}
      aria-current={picked || undefined}
      data-testid={`alpha-row-${index}`}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) 128px',
        gap: 1.5,
        alignItems: 'start',
        borderRadius: 1,
        ...(picked && { bgcolor: 'action.selected', outline: '2px solid', outlineColor: 'primary.main' }),
      }}
    >
      {children}
    </Box>
  );
}
