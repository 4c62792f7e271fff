import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { isContinuous, ROTATION_AXES, type Project, type Sampling, type Target } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useMaterialLibrary } from '../../../api/materials.ts';
import { useProjects } from '../../../api/projects.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ModeSwitch } from '../../../ui/ModeSwitch.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { unitOf } from '../units.ts';
import { useStudyTexts } from '../useStudyTexts.ts';
import { Choice, ManyChoice } from './Choice.tsx';
import { newParameter, numbersIn, VALUE_FORMS, type ParameterDraft, type ValueForm } from './draft.ts';
import { valueNow } from './offers.ts';

interface Props {
  project: Project;
  offers: readonly Target[];
  sampling: Sampling['kind'];
  draft: ParameterDraft;
  place: number;
  complaints: { target: string | undefined; values: string | undefined };
  onChange: (draft: ParameterDraft) => void;
  onRemove: (() => void) | undefined;
}

/** Forms of values that make sense for a way of sampling. */
export function formsOf(sampling: Sampling['kind']): readonly ValueForm[] {
  if (sampling === 'grid') return ['list', 'range'];
  return sampling === 'optimise' ? ['range'] : VALUE_FORMS;
}

/** What varies, and over which values. */
export function ParameterCard({
  project,
  offers,
  sampling,
  draft,
  place,
  complaints,
  onChange,
  onRemove,
}: Props) {
  const { t } = useTranslation('studies');
  const { targetName } = useStudyTexts();
  const keys = offers.map((target) => JSON.stringify(target));
  const offerName = (target: Target) => {
    if (target.kind === 'rotation') return t('target.rotationOf', { solids: target.solids.join(', ') });
    const name = targetName(target);
    if (!('layers' in target) || target.layers.length > 1) return name;
    const layer = project.state.materials?.thicknesses[target.layers[0]!];
    return layer ? t('target.layerOf', { name, material: layer.materialName, surface: layer.surface }) : name;
  };
  return (
    <Card
      component="fieldset"
      sx={{ p: 2, m: 0, border: 1, borderColor: 'divider', display: 'grid', gap: 2, minWidth: 0 }}
      data-testid={`study-parameter-${place}`}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'grid' }}>
          <Choice
            label={t('form.parameter', { number: place + 1 })}
            value={JSON.stringify(draft.target)}
            options={offers.map((target, i) => ({ value: keys[i]!, label: offerName(target) }))}
            onChange={(key) => {
              const target = offers[keys.indexOf(key)]!;
              onChange(newParameter(draft.id, target, valueNow(project, target)));
            }}
            complaint={complaints.target}
            testId={`study-target-${place}`}
          />
        </Box>
        {onRemove && (
          <IconButton
            aria-label={t('form.removeParameter', { number: place + 1 })}
            onClick={onRemove}
            data-testid={`study-parameter-remove-${place}`}
          >
            <Icon name="delete" fontSize="small" />
          </IconButton>
        )}
      </Box>
      {draft.target.kind === 'rotation' && (
        <Axis {...{ draft, place, onChange }} complaint={complaints.target} />
      )}
      {isContinuous(draft.target.kind) ? (
        <Numbers {...{ sampling, draft, place, onChange }} complaint={complaints.values} />
      ) : (
        <Names {...{ project, draft, place, onChange }} complaint={complaints.values} />
      )}
    </Card>
  );
}

interface ValuesProps {
  draft: ParameterDraft;
  place: number;
  complaint: string | undefined;
  onChange: (draft: ParameterDraft) => void;
}

/** About which solids turn. */
function Axis({ draft, place, onChange, complaint }: ValuesProps) {
  const { t } = useTranslation('studies');
  return (
    <>
      <ModeSwitch
        label={t('form.axis')}
        value={draft.axis}
        options={ROTATION_AXES.map((value) => ({
          value,
          label: t('form.about', { axis: value }),
          testId: `study-axis-${value}-${place}`,
        }))}
        onChange={(axis) => onChange({ ...draft, axis })}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
        {ROTATION_AXES.map((axis, i) => (
          <NumberField
            key={axis}
            label={t('form.axisPoint', { axis })}
            unit="mm"
            value={draft.point[i]!}
            onChange={(value) => {
              const [x, y, z] = draft.point.with(i, value) as [string, string, string];
              onChange({ ...draft, point: [x, y, z] });
            }}
            testId={`study-axis-point-${axis}-${place}`}
            complaint={draft.point[i]!.trim() === '' ? complaint : undefined}
          />
        ))}
      </Box>
    </>
  );
}

function Numbers({
  draft,
  place,
  complaint,
  onChange,
  sampling,
}: ValuesProps & { sampling: Sampling['kind'] }) {
  const { t } = useTranslation('studies');
  const forms = formsOf(sampling);
  const form = forms.includes(draft.form) ? draft.form : forms[0]!;
  const unit = unitOf(draft.target.kind);
  const field = (name: 'from' | 'to' | 'count' | 'mean' | 'deviation', of = unit) => (
    <NumberField
      label={t(`form.${name}`)}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
      {...(of === '' ? {} : { unit: of })}
      testId={`study-${name}-${place}`}
      complaint={name === 'from' || name === 'mean' ? complaint : undefined}
    />
  );
  return (
    <>
      {forms.length > 1 && (
        <ModeSwitch
          label={t('form.values')}
          value={form}
          options={forms.map((value) => ({
            value,
            label: t(`form.${value}`),
            testId: `study-form-${value}-${place}`,
          }))}
          onChange={(next) => onChange({ ...draft, form: next })}
        />
      )}
      {form === 'list' && (
        <TextField
          label={unit === '' ? t('form.listOf') : `${t('form.listOf')} [${unit}]`}
          value={draft.list}
          onChange={(event) => onChange({ ...draft, list: event.target.value })}
          error={complaint !== undefined && draft.list !== ''}
          helperText={
            (draft.list === '' ? undefined : complaint) ??
            t('form.listHint', { count: numbersIn(draft.list).length })
          }
          slotProps={{ htmlInput: { 'data-testid': `study-list-${place}` } }}
        />
      )}
      {form === 'range' && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
          {field('from')}
          {field('to')}
          {sampling === 'grid' && field('count', '')}
        </Box>
      )}
      {form === 'normal' && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
          {field('mean')}
          {field('deviation')}
        </Box>
      )}
    </>
  );
}

/** Of materials, models and codes. */
function Names({ project, draft, place, complaint, onChange }: ValuesProps & { project: Project }) {
  const { t } = useTranslation('studies');
  const library = useMaterialLibrary().data;
  const projects = useProjects().data;
  const { kind } = draft.target;
  const options = (): { value: string | number; label: string }[] => {
    if (kind === 'polarization')
      return [0, 1, 2, 3, 4].map((value) => ({ value, label: t(`polarization.${value}`) }));
    if (kind === 'partMethod') return [0, 1, 2].map((value) => ({ value, label: t(`method.${value}`) }));
    if (kind === 'model')
      return (projects ?? [])
        .filter(({ stateLive }) => stateLive.mesherState.status === 'Finished')
        .map(({ id, name }) => ({ value: id, label: name }));
    const names = [
      ...(project.state.materials?.inputMaterials ?? []).map(({ name }) => name),
      ...(library ?? []).map(({ name }) => name),
    ];
    return [...new Set(names)].map((name) => ({ value: name, label: name }));
  };
  return (
    <ManyChoice
      label={t('form.chosen')}
      values={draft.chosen}
      options={options()}
      onChange={(chosen) => onChange({ ...draft, chosen })}
      complaint={draft.chosen.length === 0 ? undefined : complaint}
      testId={`study-names-${place}`}
    />
  );
}
