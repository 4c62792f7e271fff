import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { ALPHA_STEP, DEFAULT_CFIE_ALPHA } from '@pace/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../ui/NumberField.tsx';
import { alphaComplaints } from './complaints.ts';
import { useChoosing } from './choosing.ts';
import { alphasAreSet, alphaTexts } from './draft.ts';
import { FilterBox } from './FilterBox.tsx';
import { PartButton } from './PartButton.tsx';
import { useAlphaPartName } from './useAlphaPartName.ts';
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

function AlphaBoxes({ wizard }: { wizard: Wizard }) {
  const { draft, change, model, selection, select } = wizard;
  const { t } = useTranslation('wizard');
  const complaintText = useComplaintText();
  const nameOf = useAlphaPartName(model);
  const choosing = useChoosing(wizard.surfaces, nameOf, selection, select);
  const [common, setCommon] = useState(String(DEFAULT_CFIE_ALPHA));
  const [commonComplaint] = alphaComplaints([common]);
  const texts =
    draft.alphaTexts?.length === model.parts ? draft.alphaTexts : alphaTexts(draft.alphas, model.parts);
  const complaints = alphaComplaints(texts);
  const valid = complaints.every((complaint) => complaint === undefined);
  const isSet = alphasAreSet(draft, model.parts);
  const setValues = () => change({ alphas: texts.map(Number), alphaTexts: null });
  const resetValues = () => change({ alphas: texts.map(() => DEFAULT_CFIE_ALPHA), alphaTexts: null });
  const parts = model.report!.parts;
  const setCommonly = () =>
    change({
      alphaTexts: parts.map(({ number }, i) => (choosing.meant.includes(number) ? common : texts[i]!)),
    });
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('alpha.explain')}
      </Typography>
      <FilterBox choosing={choosing} />
      {parts.length > 1 && (
        <Box
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 1.5, alignItems: 'start' }}
        >
          <NumberField
            label={t(selection.length === 0 ? 'choosing.all' : 'choosing.some', {
              count: choosing.meant.length,
            })}
            value={common}
            min={0}
            max={1}
            step={ALPHA_STEP}
            onChange={setCommon}
            complaint={complaintText(commonComplaint)}
            testId="alpha-common"
          />
          <Button
            variant="outlined"
            disabled={commonComplaint !== undefined || choosing.meant.length === 0}
            onClick={setCommonly}
            sx={{ mt: 0.25 }}
            data-testid="alpha-common-set"
          >
            {t('choosing.enter')}
          </Button>
        </Box>
      )}
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
        {parts.map((part, i) =>
          choosing.shown.includes(part.number) ? (
            <PartRow key={part.index} index={part.index} picked={selection.includes(part.number)}>
              <Box sx={{ pt: 0.75, minWidth: 0 }}>
                <PartButton
                  name={nameOf(part.number)}
                  picked={selection.includes(part.number)}
                  onToggle={(shift) => choosing.toggle(part.number, shift)}
                />
                {part.open && (
                  <Chip size="small" color="warning" variant="outlined" label={t('alpha.open')} />
                )}
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
          ) : null,
        )}
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
