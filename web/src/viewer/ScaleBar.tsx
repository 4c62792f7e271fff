import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import { useFrame } from '@react-three/fiber';
import { PerspectiveCamera, Vector3 } from 'three';
import type { RefObject } from 'react';

const WIDEST_PX = 160;
const origin = new Vector3();

export interface ScaleBarHandle {
  bar: HTMLDivElement | null;
  text: HTMLSpanElement | null;
}

/** 1, 2 or 5 times a power of ten, not above a length. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  const digit = [5, 2, 1].find((one) => one * power <= longest) ?? 1;
  return Number((digit * power).toPrecision(3));
}

export function lengthLabel(metres: number, wavelength: number | undefined, language: string): string {
  const [value, unit] =
    metres < 1e-3
      ? [metres * 1e6, 'µm']
      : metres < 1
        ? [metres * 1e3, 'mm']
        : metres < 1e3
          ? [metres, 'm']
          : [metres / 1e3, 'km'];
  const number = (x: number) => x.toLocaleString(language, { maximumSignificantDigits: 3 });
  const text = `${number(value)} ${unit}`;
  return wavelength === undefined ? text : `${text} = ${number(metres / wavelength)} λ`;
}

interface MeterProps {
  target: RefObject<ScaleBarHandle>;
  /** Metres per unit of the scene */
  metresPerUnit: number;
  wavelengthM: number | undefined;
  language: string;
}

/** Inside the canvas: measures at the middle of the picture and writes it to the bar, without drawing React anew. */
export function ScaleMeter({ target, metresPerUnit, wavelengthM, language }: MeterProps) {
  useFrame(({ camera, size, controls }) => {
    const { bar, text } = target.current;
    if (!bar || !text || !(camera instanceof PerspectiveCamera)) return;
    const centre = (controls as { target?: Vector3 } | null)?.target ?? origin;
    const distance = camera.position.distanceTo(centre);
    const height = 2 * distance * Math.tan((camera.fov * Math.PI) / 360);
    const metresPerPixel = (height / size.height) * metresPerUnit;
    const length = roundLength(WIDEST_PX * metresPerPixel);
    bar.style.width = `${length / metresPerPixel}px`;
    text.textContent = lengthLabel(length, wavelengthM, language);
  });
  return null;
}

/** Length at the middle of the picture, in metres and wavelengths. */
export function ScaleBar({ target }: { target: RefObject<ScaleBarHandle> }) {
  return (
    <Box
      data-testid="scale-bar"
      sx={{
        position: 'absolute',
        right: 12,
        bottom: 10,
        pointerEvents: 'none',
        display: 'grid',
        justifyItems: 'end',
        fontSize: 12,
      }}
    >
      {/* Over whatever the model has there */}
      <Box
        component="span"
        ref={(element: HTMLSpanElement | null) => void (target.current.text = element)}
        sx={{
          px: 0.5,
          mr: -0.5,
          borderRadius: 0.5,
          bgcolor: (theme) => alpha(theme.palette.background.default, 0.7),
        }}
      />
      <Box
        ref={(element: HTMLDivElement | null) => void (target.current.bar = element)}
        sx={{ height: 6, border: 1, borderTop: 0, borderColor: 'text.primary', width: 0 }}
      />
    </Box>
  );
}
