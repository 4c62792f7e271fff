import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { hybridParts, LIMITS, PART_METHODS } from '@pace/contract';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { useChoosing } from './choosing.ts';
import { lowestFrequencyHz, partMethodsOf } from './draft.ts';
import { FilterBox } from './FilterBox.tsx';
import { PartButton } from './PartButton.tsx';
import { useAlphaPartName } from './useAlphaPartName.ts';
import { SCROLLING_LIST, usePickedRow } from './usePickedRow.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** How Hybrid solves each part: as the rule says until the user chooses. */
export function HybridParts({ wizard }: { wizard: Wizard }) {
  const { draft, change, model, selection, select } = wizard;
  const { t } = useTranslation('wizard');
  const { three } = useNumbers();
  const nameOf = useAlphaPartName(model);
  const tableId = useId();
  const [open, setOpen] = useState(false);
  const parts = model.report?.parts;
  const choosing = useChoosing(wizard.surfaces, nameOf, selection, select);
  if (!parts)
    return <Alert severity="info">{t(model.phase === 'none' ? 'alpha.uploadFirst' : 'alpha.noParts')}</Alert>;
  const methods = partMethodsOf(draft, parts.length);
  const chosen = hybridParts(parts, methods, lowestFrequencyHz(draft));
  const choose = (numbers: readonly number[], method: 1 | 2) =>
    change({
      partMethods: parts.map(({ number }, i) =>
        numbers.includes(number) ? method : (methods[i] ?? PART_METHODS.byRule),
      ),
    });
  const optics = chosen.filter(({ method }) => method === PART_METHODS.physicalOptics).length;
  const outcome = optics === 0 ? 'allFullWave' : optics === parts.length ? 'allOptics' : 'both';
  // All alike by the rule: a table of them would say nothing more.
  const alike = outcome !== 'both' && chosen.every(({ byRule }) => byRule);
  const unfolded = !alike || open;
  const fold = alike && (
    <Button
      variant="text"
      size="small"
      onClick={() => setOpen(!open)}
      aria-expanded={open}
      aria-controls={open ? tableId : undefined}
      endIcon={<Icon name="up" sx={{ transform: open ? 'none' : 'rotate(180deg)' }} />}
      data-testid="hybrid-unfold"
      sx={{ justifyContent: 'space-between', textAlign: 'left' }}
    >
      {t(`hybrid.alike.${outcome}`, { count: parts.length })}
    </Button>
  );
  if (!unfolded) return <Box data-testid="hybrid-parts">{fold}</Box>;
  return (
    <Box data-testid="hybrid-parts" id={tableId}>
      {fold}
      <Typography variant="body2" id="hybrid-parts-explained" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('hybrid.explain', {
          extent: three(LIMITS.hybridExtentWavelengths),
          area: three(LIMITS.hybridAreaWavelengths2),
          smooth: three(LIMITS.hybridSmoothWavelengths),
        })}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, mb: 1 }}>
        <FilterBox choosing={choosing} />
        <SameForAll
          count={choosing.meant.length}
          all={selection.length === 0}
          onChoose={(method) => choose(choosing.meant, method)}
        />
      </Box>
      <Box
        {...SCROLLING_LIST}
        sx={{ maxHeight: 340, overflowY: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={t('hybrid.title')}
      >
        <Table
          size="small"
          stickyHeader
          aria-describedby="hybrid-parts-explained"
          sx={{ '& td, & th': { px: 1 } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t('hybrid.part')}</TableCell>
              <TableCell sx={{ width: 148 }}>{t('hybrid.method')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {parts.map((part, i) => {
              if (!choosing.shown.includes(part.number)) return null;
              const name = nameOf(part.number);
              const { method, verdict, byRule } = chosen[i]!;
              return (
                <PartRow key={part.index} index={part.index} picked={selection.includes(part.number)}>
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                    <PartButton
                      name={name}
                      picked={selection.includes(part.number)}
                      onToggle={(shift) => choosing.toggle(part.number, shift)}
                    />
                    <Typography
                      variant="caption"
                      sx={{ color: 'text.secondary' }}
                      data-testid={`hybrid-reason-${part.index}`}
                    >
                      {t(`hybrid.verdict.${verdict}`)}
                    </Typography>{' '}
                    {!byRule && <Chip size="small" variant="outlined" label={t('hybrid.yours')} />}
                  </TableCell>
                  <TableCell>
                    <TextField
                      select
                      fullWidth
                      size="small"
                      value={method}
                      onChange={(event) => choose([part.number], Number(event.target.value) as 1 | 2)}
                      slotProps={{
                        htmlInput: { 'aria-label': t('hybrid.methodOf', { name }) },
                        select: {
                          SelectDisplayProps: {
                            'data-testid': `hybrid-method-${part.index}`,
                            'aria-label': t('hybrid.methodOf', { name }),
                          } as object,
                        },
                      }}
                    >
                      <MenuItem value={PART_METHODS.physicalOptics}>{t('hybrid.optics')}</MenuItem>
                      <MenuItem value={PART_METHODS.fullWave}>{t('hybrid.fullWave')}</MenuItem>
                    </TextField>
                  </TableCell>
                </PartRow>
              );
            })}
          </TableBody>
        </Table>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
        <Button
          variant="outlined"
          size="small"
          disabled={chosen.every(({ byRule }) => byRule)}
          onClick={() => change({ partMethods: [] })}
          data-testid="hybrid-reset"
        >
          {t('hybrid.reset')}
        </Button>
        <Typography variant="caption" role="status" data-testid="hybrid-outcome">
          {t(`hybrid.outcome.${outcome}`, { optics, parts: parts.length })}
        </Typography>
      </Box>
    </Box>
  );
}

/** One method for those that are chosen, or for all. */
function SameForAll({
  count,
  all,
  onChoose,
}: {
  count: number;
  all: boolean;
  onChoose: (method: 1 | 2) => void;
}) {
  const { t } = useTranslation('wizard');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" role="status">
        {t(all ? 'choosing.all' : 'choosing.some', { count })}
      </Typography>
      <Button size="small" variant="outlined" onClick={() => onChoose(2)} data-testid="hybrid-all-full-wave">
        {t('hybrid.fullWave')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => onChoose(1)} data-testid="hybrid-all-optics">
        {t('hybrid.optics')}
      </Button>
    </Box>
  );
}

function PartRow({ index, picked, children }: { index: number; picked: boolean; children: ReactNode }) {
  return (
    <TableRow
      ref={usePickedRow<HTMLTableRowElement>(picked)}
      selected={picked}
      aria-current={picked || undefined}
      data-testid={`hybrid-row-${index}`}
    >
      {children}
    </TableRow>
  );
}
