import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  curvedEdgesPerWavelength,
  EDGES_PER_WAVELENGTH,
  LIMITS,
  MesherOptionsSchema,
  PROGRAM_TYPES,
  type MesherOptions,
  type ProgramType,
} from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartMesher } from '../../api/solver.ts';
import { CheckboxWithHint } from '../../ui/CheckboxWithHint.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { useComplaintText } from './useComplaintText.ts';
import { CadUnitField } from './CadUnitField.tsx';
import { isSilentAboutUnit, proposedMeshSizeMm } from './useMeshing.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** Edges of curved elements may be longer than those of flat ones by this factor. */
export const curvedFactor = (programType: ProgramType): number =>
  EDGES_PER_WAVELENGTH / curvedEdgesPerWavelength(programType);

/** Of a graded mesh, what is typed and its limits. */
const GRADING = [
  {
    option: 'gradedElementsPerTurn',
    min: LIMITS.gradedElementsMin,
    max: LIMITS.gradedElementsMax,
    testId: 'mesh-graded-elements',
  },
  { option: 'gradedFactor', min: 1, max: LIMITS.gradedFactorMax, testId: 'mesh-graded-factor' },
] as const;
type Grading = (typeof GRADING)[number];

const isWithin = ({ min, max }: Grading, text: string) =>
  text.trim() !== '' && Number(text) >= min && Number(text) <= max;

interface Props {
  wizard: Wizard;
  onStarted?: () => void;
  /** Why a start before was refused */
  refusal?: unknown;
}

/** How a STEP model is meshed, and the button that starts it. */
export function MeshSizeForm({ wizard, onStarted, refusal = null }: Props) {
  const { t } = useTranslation('wizard');
  const { project, draft } = wizard;
  const start = useStartMesher();
  const complaintText = useComplaintText();
  const { four } = useNumbers();
  const { fileName: _, ...saved } = project.state.mesherInput ?? {
    ...MesherOptionsSchema.parse({}),
    fileName: '',
  };
  const proposal = String(proposedMeshSizeMm(draft));
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? proposal;
  const [curved, setCurved] = useState(saved.curvedElements);
  const [graded, setGraded] = useState(saved.gradedMesh);
  const [grading, setGrading] = useState(() => ({
    gradedElementsPerTurn: String(saved.gradedElementsPerTurn),
    gradedFactor: String(saved.gradedFactor),
  }));
  const [isOfFile, setOfFile] = useState(false);
  const needsUnit = isSilentAboutUnit(wizard.model.fileName);
  const [metresPerUnit, setMetresPerUnit] = useState(saved.metresPerUnit);
  const isSize = text.trim() !== '' && Number(text) > 0;
  const valid =
    isSize &&
    (!needsUnit || metresPerUnit !== undefined) &&
    (!graded || GRADING.every((field) => isWithin(field, grading[field.option])));
  const coated = project.programType === PROGRAM_TYPES.coating;
  const sizeHint = curved ? (coated ? 'mesher.sizeHintCoated' : 'mesher.sizeHintCurved') : 'mesher.sizeHint';
  const mesh = async () => {
    const options: MesherOptions = {
      ...saved,
      mesh_size: Number(text),
      ...(isOfFile && { modelScale: 1, rotations: [] }),
      curvedElements: curved,
      gradedMesh: graded,
      ...(needsUnit && { metresPerUnit }),
      ...(graded && {
        gradedElementsPerTurn: Number(grading.gradedElementsPerTurn),
        gradedFactor: Number(grading.gradedFactor),
      }),
    };
    // The size is chosen for this frequency, so the frequency is kept with it.
    await wizard.save().catch(() => undefined);
    // By its promise: the page shows the meshing in the place of this form before a callback of the mutation is due.
    await start.mutateAsync({ ...options, projectId: project.id }).then(onStarted, () => undefined);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) void mesh();
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {start.isError ? (
        <ErrorAlert error={start.error} />
      ) : (
        start.isIdle && refusal !== null && <ErrorAlert error={refusal} data-testid="mesh-refused" />
      )}
      {!isOfFile && <ChangedModel options={saved} onReset={() => setOfFile(true)} />}
      {needsUnit && <CadUnitField metresPerUnit={metresPerUnit} onChange={setMetresPerUnit} />}
      <NumberField
        label={t('mesher.size')}
        unit="mm"
        min={0}
        value={text}
        onChange={setTyped}
        hint={t(sizeHint, {
          value: four(Number(proposal)),
          curved: four(curvedFactor(project.programType) * Number(proposal)),
        })}
        complaint={isSize ? undefined : complaintText({ key: 'meshSize' })}
        testId="mesh-size"
      />
      <CheckboxWithHint
        label={t('mesher.curved')}
        hint={t('mesher.curvedHint')}
        checked={curved}
        onChange={setCurved}
        testId="mesh-curved"
      />
      <CheckboxWithHint
        label={t('mesher.graded')}
        hint={t('mesher.gradedHint')}
        checked={graded}
        onChange={setGraded}
        testId="mesh-graded"
      >
        <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
          {GRADING.map((field) => (
            <NumberField
              key={field.option}
              label={t(`mesher.${field.option}`)}
              min={field.min}
              value={grading[field.option]}
              onChange={(value) => setGrading((before) => ({ ...before, [field.option]: value }))}
              hint={t(`mesher.${field.option}Hint`)}
              complaint={
                isWithin(field, grading[field.option])
                  ? undefined
                  : complaintText({
                      key: 'between',
                      values: { label: field.option, min: field.min, max: field.max },
                    })
              }
              testId={field.testId}
            />
          ))}
        </Box>
      </CheckboxWithHint>
      <Button
        type="submit"
        variant="contained"
        disabled={!valid}
        loading={start.isPending}
        startIcon={<Icon name="play" />}
        data-testid="mesh-start"
        sx={{ justifySelf: 'start' }}
      >
        {t('mesher.start')}
      </Button>
    </Box>
  );
}

/** What a study has made of the model of the file. */
function ChangedModel({ options, onReset }: { options: MesherOptions; onReset: () => void }) {
  const { t } = useTranslation('wizard');
  const { four } = useNumbers();
  const { modelScale = 1, rotations = [] } = options;
  const changes = [
    ...(modelScale === 1 ? [] : [t('mesher.scaled', { factor: four(modelScale) })]),
    ...rotations.map(({ solids, axis, degrees }) =>
      t('mesher.turned', { count: solids.length, solids: solids.join(', '), axis, degrees: four(degrees) }),
    ),
  ];
  if (changes.length === 0) return null;
  return (
    <Alert
      severity="info"
      data-testid="mesh-changed-model"
      action={
        <Button color="inherit" size="small" onClick={onReset} data-testid="mesh-changed-model-reset">
          {t('mesher.asInFile')}
        </Button>
      }
    >
      {changes.join(' ')}
    </Alert>
  );
}
