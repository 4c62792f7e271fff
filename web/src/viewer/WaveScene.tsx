import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { GizmoHelper, GizmoViewport } from '@react-three/drei';
import { Canvas } from '@react-three/fiber';
import { useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraRig, FIELD_OF_VIEW_DEG, type CameraHandle } from './CameraRig.tsx';
import { moveByKey } from './cameraKeys.ts';
import { IncidenceArrows } from './IncidenceArrows.tsx';
import { shortNumber } from './scalarRange.ts';
import type { IncidenceArrow } from './types.ts';
import { visuallyHidden } from './visuallyHidden.ts';
import { webglAvailable } from './webgl.ts';

const RADIUS = 1.75;

/** Incident waves round the axes of coordinates, while there is no model that they could arrive at. */
export default function WaveScene({ arrows }: { arrows: readonly IncidenceArrow[] }) {
  const { t, i18n } = useTranslation('viewer');
  const theme = useTheme();
  const camera = useRef<CameraHandle>(null);
  const descriptionId = useId();
  const drawable = useMemo(webglAvailable, []);
  const dark = theme.palette.mode === 'dark';
  const background = dark ? '#111719' : '#eef2f1';
  const number = (value: number) => shortNumber(value, i18n.language);
  const [first] = arrows;
  return (
    <Box
      data-testid="wave-scene"
      role="application"
      aria-label={t('label')}
      aria-describedby={descriptionId}
      tabIndex={0}
      onKeyDown={(event) => moveByKey(camera.current, event)}
      sx={{
        position: 'relative',
        height: '100%',
        minHeight: 320,
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: background,
        '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
      }}
    >
      <Typography id={descriptionId} component="p" sx={visuallyHidden}>
        {t('description.axes')}{' '}
        {first &&
          t('description.arrows', {
            count: arrows.length,
            theta: number(first.thetaDeg),
            phi: number(first.phiDeg),
          })}{' '}
        {t('description.keys')}
      </Typography>
      {!drawable && (
        <Typography role="alert" sx={{ p: 2 }}>
          {t('noWebgl')}
        </Typography>
      )}
      {drawable && (
        <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
          <Canvas
            flat
            frameloop="demand"
            dpr={[1, 2]}
            gl={{ preserveDrawingBuffer: true, antialias: true }}
            camera={{ up: [0, 0, 1], fov: FIELD_OF_VIEW_DEG, near: 0.01, far: 1000 }}
          >
            <color attach="background" args={[background]} />
            <axesHelper args={[0.8]} />
            <IncidenceArrows
              arrows={arrows}
              waveColor={dark ? '#ffb74d' : '#c25e00'}
              electricColor={dark ? '#4dd0e1' : '#00796b'}
            />
            <CameraRig ref={camera} radius={RADIUS} />
            <GizmoHelper alignment="bottom-left" margin={[52, 52]}>
              <GizmoViewport
                axisColors={['#d9534f', '#4caf50', '#4a86e8']}
                labelColor="#ffffff"
                scale={30}
                hideNegativeAxes
              />
            </GizmoHelper>
          </Canvas>
        </Box>
      )}
    </Box>
  );
}
