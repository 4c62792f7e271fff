import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraHandle } from './CameraRig.tsx';
import { moveByKey } from './cameraKeys.ts';
import { visuallyHidden } from './visuallyHidden.ts';

interface ViewerFrameProps {
  ref: RefObject<HTMLDivElement | null>;
  camera: RefObject<CameraHandle | null>;
  triangles: number;
  /** For those who do not see the picture */
  description: string;
  background: string;
  minHeightPx: number;
  /** Dragging draws a box. */
  boxing: boolean;
  onPointerDownCapture: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  children: ReactNode;
}

/** The area that holds a picture: it has a description and takes the keys that move the camera. */
export function ViewerFrame({
  ref,
  camera,
  triangles,
  description,
  background,
  minHeightPx,
  boxing,
  onPointerDownCapture,
  children,
}: ViewerFrameProps) {
  const { t } = useTranslation('viewer');
  const theme = useTheme();
  const descriptionId = useId();
  return (
    <Box
      ref={ref}
      data-testid="mesh-viewer"
      data-triangles={triangles}
      role="application"
      aria-label={t('label')}
      aria-describedby={descriptionId}
      tabIndex={0}
      onKeyDown={(event) => moveByKey(camera.current, event)}
      {...(onPointerDownCapture && { onPointerDownCapture })}
      sx={{
        position: 'relative',
        ...(boxing && { '& canvas': { cursor: 'crosshair' } }),
        flex: 1,
        minHeight: minHeightPx,
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: background,
        '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
      }}
    >
      <Typography id={descriptionId} component="p" sx={visuallyHidden}>
        {description} {t('description.keys')}
      </Typography>
      {children}
    </Box>
  );
}
