import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { LIMITS, PROGRAM_TYPES, SOLVER_TYPES, SOLVER_TYPES_OF_PROGRAM } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { ModeSwitch } from '../../ui/ModeSwitch.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { ProcessorChoice } from '../../ui/ProcessorChoice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { hasComplaints, draftComplaints, solverComplaints } from './complaints.ts';
import type { WizardDraft } from './draft.ts';
import { ErrorBarsChoice } from './ErrorBarsChoice.tsx';
import { HybridParts } from './HybridParts.tsx';
import { ImportInputs } from './ImportInputs.tsx';
import { INPUTS_FILE_NAME, inputsText } from './inputsFile.ts';
import { PredictedCost } from './PredictedCost.tsx';
import { useComplaintText } from './useComplaintText.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

const RESIDUAL_STEP = 0.001;
const HINTS = {
  levelsAuto: 'solver.autoHint',
  levelsManual: undefined,
  reflections: 'solver.reflectionsHint',
  maxIteration: undefined,
  residualError: undefined,
  farLocations: 'solver.farLocationsHint',
} as const;
/** A pattern in steps of two degrees */
const USUAL_3D_THETAS = 91;

export function SolverStep({ wizard }: { wizard: Wizard }) {
  const { draft, change, model, project } = wizard;
  const { t } = useTranslation('wizard');
  const { three } = useNumbers();
  const optics = draft.solvertype === SOLVER_TYPES.physicalOptics;
  const hybrid = project.programType === PROGRAM_TYPES.pec && draft.solvertype === SOLVER_TYPES.hybrid;
  const composite = project.programType === PROGRAM_TYPES.composite;
  const complaints = solverComplaints(draft);
  const text = useComplaintText();
  const field = (name: keyof typeof HINTS, limits: { min: number; max?: number; step?: number }) => (
    <NumberField
      {...limits}
      label={t(`labels.${name}`)}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      complaint={text(complaints[name])}
      hint={HINTS[name] && t(HINTS[name])}
      testId={`solver-${name}`}
    />
  );
  const exportInputs = () =>
    saveFile(
      INPUTS_FILE_NAME,
      new Blob([inputsText(project.programType, draft, model)], { type: 'application/json' }),
    );
  return (
    <>
      {!optics && (
        <FormControl>
          <FormLabel component="span" sx={{ mb: 1 }}>
            {t('solver.levels')}
          </FormLabel>
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5, alignItems: 'start' }}>
            <ModeSwitch
              label={t('solver.levels')}
              value={draft.levelsMode}
              onChange={(levelsMode) => change({ levelsMode })}
              options={[
                { value: 'auto', label: t('solver.auto'), testId: 'levels-auto' },
                { value: 'manual', label: t('solver.manual'), testId: 'levels-manual' },
              ]}
            />
            {draft.levelsMode === 'auto'
              ? field('levelsAuto', { min: -1, max: 1, step: 1 })
              : field('levelsManual', { min: LIMITS.levelsManualMin, max: LIMITS.levelsManualMax, step: 1 })}
          </Box>
        </FormControl>
      )}
      <TextField
        select
        label={t('solver.type')}
        value={draft.solvertype}
        onChange={(event) => change({ solvertype: Number(event.target.value) as WizardDraft['solvertype'] })}
        slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'solver-type' } as object } }}
      >
        {Object.entries(SOLVER_TYPES).map(([name, code]) => (
          <MenuItem
            key={code}
            value={code}
            disabled={!SOLVER_TYPES_OF_PROGRAM[project.programType].includes(code)}
          >
            {t(`solver.types.${composite && name === 'hybrid' ? 'multilayer' : name}`)}
          </MenuItem>
        ))}
      </TextField>
      {hybrid && <HybridParts wizard={wizard} />}
      {optics && field('reflections', { min: 1, max: LIMITS.reflectionsMax, step: 1 })}
      {(optics || hybrid) && (
        <Box>
          <FormControlLabel
            control={
              <Switch
                checked={draft.edgeDiffraction}
                onChange={(_, edgeDiffraction) => change({ edgeDiffraction })}
                slotProps={{ input: { 'data-testid': 'solver-edgeDiffraction' } as object }}
              />
            }
            label={t('solver.edgeDiffraction')}
          />
          <FormHelperText>
            {t(hybrid ? 'solver.edgeDiffractionOfOptics' : 'solver.edgeDiffractionHint')}
          </FormHelperText>
        </Box>
      )}
      {!optics && (
        <>
          {field('maxIteration', { min: 1, step: 1 })}
          {field('residualError', { min: 0, max: 1, step: RESIDUAL_STEP })}
        </>
      )}
      {field('farLocations', { min: 0, step: 1 })}
      <NumberField
        min={0}
        max={LIMITS.thetas3dMax}
        step={1}
        label={t('labels.thetas3d')}
        value={draft.thetas3d}
        onChange={(thetas3d) => change({ thetas3d })}
        complaint={text(complaints.thetas3d)}
        hint={
          Number(draft.thetas3d) >= 2
            ? t('solver.thetas3dStep', { step: three(180 / (Number(draft.thetas3d) - 1)) })
            : t('solver.thetas3dNone', { usual: USUAL_3D_THETAS, step: three(180 / (USUAL_3D_THETAS - 1)) })
        }
        testId="solver-thetas3d"
      />
      <ErrorBarsChoice wizard={wizard} />
      <ProcessorChoice value={draft.processors} onChange={(processors) => change({ processors })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<Icon name="download" />}
          onClick={exportInputs}
          disabled={hasComplaints(draftComplaints(draft))}
          data-testid="export-inputs"
        >
          {t('solver.export')}
        </Button>
        <ImportInputs wizard={wizard} />
      </Box>
      <PredictedCost wizard={wizard} />
    </>
  );
}
