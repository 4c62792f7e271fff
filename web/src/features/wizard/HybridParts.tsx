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
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lowestFrequencyHz, partMethodsOf } from './draft.ts';
import { SCROLLING_LIST, usePickedRow } from './usePickedRow.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** How Hybrid solves each part: as the rule says until the person chooses. */
export function HybridParts({ wizard: { draft, change, model, selection } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { three } = useNumbers();
  const parts = model.report?.parts;
  if (!parts)
    return <Alert severity="info">{t(model.phase === 'none' ? 'alpha.uploadFirst' : 'alpha.noParts')}</Alert>;
  const methods = partMethodsOf(draft, parts.length);
  const chosen = hybridParts(parts, methods, lowestFrequencyHz(draft));
  const choose = (index: number, method: 1 | 2) =>
    change({
      partMethods: parts.map((_, i) => (i === index ? method : (methods[i] ?? PART_METHODS.byRule))),
    });
  const optics = chosen.filter(({ method }) => method === PART_METHODS.physicalOptics).length;
  const outcome = optics === 0 ? 'allFullWave' : optics === parts.length ? 'allOptics' : 'both';
  return (
    <Box data-testid="hybrid-parts">
      <Typography variant="body2" id="hybrid-parts-explained" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('hybrid.explain', {
          extent: three(LIMITS.hybridExtentWavelengths),
          area: three(LIMITS.hybridAreaWavelengths2),
          smooth: three(LIMITS.hybridSmoothWavelengths),
        })}
      </Typography>
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
              const name = part.name === '' ? t('alpha.part', { n: part.index }) : part.name;
              const { method, verdict, byRule } = chosen[i]!;
              return (
                <PartRow key={part.index} index={part.index} picked={selection.includes(part.number)}>
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                    <Typography variant="body2" component="span" sx={{ fontWeight: 600, display: 'block' }}>
                      {name}
                    </Typography>
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
                      onChange={(event) => choose(i, Number(event.target.value) as 1 | 2)}
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
