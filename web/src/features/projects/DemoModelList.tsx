import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { CALLS, HZ_PER_GHZ, SPEED_OF_LIGHT, type DemoModel } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callBinary } from '../../api/client.ts';
import { useCreateFromDemo } from '../../api/projects.ts';
import { useErrorText } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/saveFile.ts';

/** Of the pictures that `npm run images models` takes of the viewer */
const PICTURE_BACKGROUND = { dark: '#111719', light: '#eef2f1' } as const;

/** The ready models: what each is, and a project of it at a click. */
export function DemoModelList({ models }: { models: DemoModel[] }) {
  return (
    <Box
      data-testid="demo-models"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
      }}
    >
      {models.map((model) => (
        <DemoModelCard key={model.id} model={model} />
      ))}
    </Box>
  );
}

function DemoModelCard({ model }: { model: DemoModel }) {
  const { t, i18n } = useTranslation('projects');
  const { palette } = useTheme();
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const errorText = useErrorText();
  const create = useCreateFromDemo();
  const fail = (error: unknown) => enqueueSnackbar(errorText(error).title, { variant: 'error' });
  const number = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 3 });
  const wavelength = SPEED_OF_LIGHT / model.frequency;
  const name = t(`models.${model.id}.name`);
  const download = async () => {
    try {
      const content = await callBinary(CALLS.downloadDemoModel, { query: { model: model.id } });
      saveFile(model.fileName, new Blob([content]));
    } catch (error) {
      fail(error);
    }
  };
  return (
    <Card
      component="article"
      aria-label={name}
      sx={{ display: 'flex', flexDirection: 'column' }}
      data-testid={`demo-model-${model.id}`}
    >
      <Box
        component="img"
        src={`/demo/${model.id}-${palette.mode}.webp`}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        sx={{
          width: '100%',
          height: 'auto',
          aspectRatio: '16 / 9',
          objectFit: 'contain',
          bgcolor: PICTURE_BACKGROUND[palette.mode],
          display: 'block',
        }}
      />
      <Box sx={{ p: 2.25, display: 'flex', flexDirection: 'column', gap: 1.25, flex: 1 }}>
        <Typography variant="h4" component="h2">
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`models.${model.id}.text`)}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Chip size="small" variant="outlined" label={t(`type.${model.programType}`)} />
          <Chip
            size="small"
            variant="outlined"
            label={t('gigahertz', { value: number.format(model.frequency / HZ_PER_GHZ) })}
          />
          <Chip size="small" variant="outlined" label={model.type} />
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('modelSize', {
            metres: model.sizeM.map((extent) => number.format(extent)).join(' × '),
            wavelengths: number.format(Math.max(...model.sizeM) / wavelength),
          })}
        </Typography>
        <Box sx={{ mt: 'auto', pt: 0.5, display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button
            size="small"
            variant="contained"
            startIcon={<Icon name="add" />}
            loading={create.isPending}
            onClick={() =>
              create.mutate(
                { model: model.id, name },
                {
                  onSuccess: ({ id }) => void navigate(`/app/simulation?id=${encodeURIComponent(id)}`),
                  onError: fail,
                },
              )
            }
            data-testid={`demo-model-use-${model.id}`}
          >
            {t('useModel')}
          </Button>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="download" />}
            onClick={() => void download()}
            aria-label={t('downloadModel', { name: model.fileName })}
          >
            {model.type}
          </Button>
        </Box>
      </Box>
    </Card>
  );
}
