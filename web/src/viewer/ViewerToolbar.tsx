import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME_DIRECTION, type CameraHandle } from './CameraRig.tsx';
import { isPaletteName, PALETTE_NAMES, type PaletteName } from './palettes.ts';
import type { Vector } from './planeWave.ts';
import { SectionControl } from './SectionControl.tsx';
import type { ViewerTools } from './useViewerTools.ts';
import { TRANSPARENT_OPACITY, useViewSettings } from './viewSettings.ts';

interface ViewerToolbarProps {
  tools: ViewerTools;
  camera: RefObject<CameraHandle | null>;
  /** The picture is coloured by values, so that palette and colour bar mean something */
  valuesShown: boolean;
  /** The only one that suits these values; a choice is offered when absent */
  fixedPalette: PaletteName | undefined;
  /** Fill with as many triangles that their edges are not drawn */
  edgesOff: boolean;
  /** A list of parts is offered. */
  hasParts: boolean;
  /** Choosing parts by a box is offered. */
  hasBox: boolean;
  /** Saves what is seen; not offered when absent */
  onPicture: (() => void) | undefined;
}

const SIDES: { key: string; direction: Vector }[] = [
  { key: 'home', direction: HOME_DIRECTION },
  { key: 'x', direction: [1, 0, 0] },
  { key: 'y', direction: [0, -1, 0] },
  // Straight down would leave the camera without an upward direction.
  { key: 'z', direction: [0, -1e-3, 1] },
];

export function ViewerToolbar({
  tools,
  camera,
  valuesShown,
  fixedPalette,
  edgesOff,
  hasParts,
  hasBox,
  onPicture,
}: ViewerToolbarProps) {
  const { t } = useTranslation('viewer');
  const { partsOpen, boxing, section } = tools;
  return (
    <Box
      role="toolbar"
      aria-label={t('toolbar.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pb: 1, alignItems: 'center' }}
    >
      <DrawingToggles tools={tools} valuesShown={valuesShown} edgesOff={edgesOff} />
      <PaletteSelect valuesShown={valuesShown} fixedPalette={fixedPalette} />
      {hasParts && (
        <ToggleButton
          value="parts"
          size="small"
          selected={partsOpen}
          onChange={() => tools.setPartsOpen(!partsOpen)}
          data-testid="viewer-parts"
          sx={{ '&:not(.Mui-selected)': { color: 'text.primary' } }}
        >
          {t('parts.title')}
        </ToggleButton>
      )}
      {hasBox && (
        <ToggleButton
          value="box"
          size="small"
          selected={boxing}
          onChange={() => tools.setBoxing(!boxing)}
          title={t('box.hint')}
          data-testid="viewer-box"
          sx={{ '&:not(.Mui-selected)': { color: 'text.primary' } }}
        >
          {t('box.title')}
        </ToggleButton>
      )}
      <SectionControl section={section} onChange={tools.setSection} />
      <ButtonGroup size="small" variant="outlined" aria-label={t('toolbar.views')}>
        <Button onClick={() => camera.current?.fit()} data-testid="viewer-fit">
          {t('toolbar.fit')}
        </Button>
        {SIDES.map(({ key, direction }) => (
          <Button
            key={key}
            onClick={() => camera.current?.lookFrom(direction)}
            aria-label={t(`view.${key}Label`)}
          >
            {t(`view.${key}`)}
          </Button>
        ))}
      </ButtonGroup>
      {onPicture && (
        <Button
          size="small"
          variant="outlined"
          onClick={onPicture}
          aria-label={t('toolbar.picture')}
          data-testid="viewer-png"
        >
          PNG
        </Button>
      )}
    </Box>
  );
}

type DrawingTogglesProps = Pick<ViewerToolbarProps, 'tools' | 'valuesShown' | 'edgesOff'>;

/** What of the model is drawn, and how */
function DrawingToggles({ tools, valuesShown, edgesOff }: DrawingTogglesProps) {
  const { t } = useTranslation('viewer');
  const [settings, change] = useViewSettings();
  const pressed = [
    settings.isDrawEdge && !edgesOff && 'edges',
    settings.isFilled && 'fill',
    settings.opacity < 1 && 'transparent',
    valuesShown && settings.vertexColors && 'colorBar',
    tools.axes && 'axes',
  ].filter(Boolean);
  const toggle = (_: unknown, now: string[]) => {
    tools.setAxes(now.includes('axes'));
    change({
      ...(!edgesOff && { isDrawEdge: now.includes('edges') }),
      isFilled: now.includes('fill'),
      opacity: now.includes('transparent')
        ? settings.opacity < 1
          ? settings.opacity
          : TRANSPARENT_OPACITY
        : 1,
      ...(valuesShown && { vertexColors: now.includes('colorBar') }),
    });
  };
  return (
    <ToggleButtonGroup
      size="small"
      value={pressed}
      onChange={toggle}
      aria-label={t('toolbar.drawing')}
      sx={{
        flexWrap: 'wrap',
        '& .MuiToggleButton-root:not(.Mui-selected, .Mui-disabled)': { color: 'text.primary' },
      }}
    >
      <ToggleButton value="edges" data-testid="viewer-edges" disabled={edgesOff}>
        {t('toolbar.edges')}
      </ToggleButton>
      <ToggleButton value="fill" data-testid="viewer-fill">
        {t('toolbar.fill')}
      </ToggleButton>
      <ToggleButton value="transparent" data-testid="viewer-transparent">
        {t('toolbar.transparent')}
      </ToggleButton>
      <ToggleButton value="axes" data-testid="viewer-axes">
        {t('toolbar.axes')}
      </ToggleButton>
      <ToggleButton value="colorBar" data-testid="viewer-colorbar" disabled={!valuesShown}>
        {t('toolbar.colorBar')}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

type PaletteSelectProps = Pick<ViewerToolbarProps, 'valuesShown' | 'fixedPalette'>;

function PaletteSelect({ valuesShown, fixedPalette }: PaletteSelectProps) {
  const { t } = useTranslation('viewer');
  const [settings, change] = useViewSettings();
  return (
    <TextField
      select
      size="small"
      fullWidth={false}
      label={t('toolbar.palette')}
      value={fixedPalette ?? settings.hotcolor}
      sx={{ minWidth: 140 }}
      disabled={!valuesShown || fixedPalette !== undefined}
      {...(!valuesShown && { title: t('toolbar.noValues') })}
      {...(fixedPalette !== undefined && { title: t('toolbar.aboutZero') })}
      onChange={(event) => isPaletteName(event.target.value) && change({ hotcolor: event.target.value })}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: { 'data-testid': 'viewer-palette' },
      }}
    >
      {PALETTE_NAMES.map((name) => (
        <option key={name} value={name}>
          {t(`palette.${name}`)}
        </option>
      ))}
    </TextField>
  );
}
