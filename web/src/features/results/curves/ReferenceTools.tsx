import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { plainNumber } from '../labels/quantities.ts';
import type { ExactSpheres } from '../data/exactSpheres.ts';
import { centreText } from '../labels/centreText.ts';
import type { References } from './useReferences.ts';

interface ReferenceToolsProps {
  /** The run is of a coating: the exact sphere has its layers, not their impedance */
  coated: boolean;
  references: References;
  exact: boolean;
  onExact: (exact: boolean) => void;
  spheres: ExactSpheres;
  testId: string;
}

/** What a computed curve is compared with: the exact sphere, and curves from files. */
export function ReferenceTools({ references, exact, onExact, spheres, coated, testId }: ReferenceToolsProps) {
  const { t, i18n } = useTranslation('results');
  const input = useRef<HTMLInputElement>(null);
  const { problem } = references;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) void references.add(file);
  };
  const metres = (value: number) => plainNumber(value, i18n.language, 6);
  const sphere = spheres.first;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={exact}
              onChange={(event) => onExact(event.target.checked)}
              slotProps={{ input: { 'data-testid': `${testId}-exact` } as object }}
            />
          }
          label={t('reference.exact')}
        />
        <Button size="small" variant="outlined" onClick={() => input.current?.click()}>
          {t('reference.add')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.dat,text/csv,text/plain"
          onChange={choose}
          data-testid={`${testId}-reference`}
        />
        {references.list.map(({ id, name }) => (
          <Chip
            key={id}
            size="small"
            variant="outlined"
            label={name}
            onDelete={() => references.remove(id)}
          />
        ))}
      </Box>
      {problem && (
        <Alert severity="error" data-testid={`${testId}-reference-problem`}>
          {problem.problem === 'empty' && t('reference.empty', { file: problem.fileName })}
          {problem.problem === 'line' &&
            t('reference.line', { file: problem.fileName, line: problem.line, text: problem.text })}
          {problem.problem === 'negative' &&
            t('reference.negative', { file: problem.fileName, line: problem.line })}
        </Alert>
      )}
      {exact && spheres.errors.map((error, i) => <ErrorAlert key={i} error={error} severity="info" />)}
      {exact && sphere && (
        <Alert severity="info" data-testid={`${testId}-sphere`} data-radius={sphere.radiusM}>
          {t('reference.sphere', {
            radius: metres(sphere.radiusM),
            vertexRadius: metres(sphere.vertexRadiusM),
            centre: centreText(sphere, i18n.language),
          })}{' '}
          {coated && t('reference.sphereOfLayers')}
        </Alert>
      )}
    </Box>
  );
}
