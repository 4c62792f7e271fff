import type { Image, WindowName } from './imaging.ts';

/** An image as a MAT-file (docs/formats.md): its axes [m] and complex amplitudes [m], [down range × cross range]. */
export async function imageMat(
  { downRangeM, crossRangeM, real, imaginary }: Image,
  { name, window, converged }: { name: string; window: WindowName; converged: boolean },
): Promise<Blob> {
  const { matFile, NOT_CONVERGED_SENTENCE, oneLine, PHASE_CONVENTIONS } =
    await import('@pace/contract/export');
  const [rows, columns] = [downRangeM.length, crossRangeM.length];
  // MATLAB has the first index run fastest.
  const byColumns = (values: Float64Array) =>
    Float64Array.from(values, (_, i) => values[(i % rows) * columns + Math.floor(i / rows)]!);
  const axis = (of: string, values: readonly number[]) => ({
    name: of,
    rows: 1,
    columns: values.length,
    real: Float64Array.from(values),
  });
  const lines = [
    ...(converged ? [] : [NOT_CONVERGED_SENTENCE]),
    ...PHASE_CONVENTIONS,
    'image is [down range x cross range], m: |image|^2 is the RCS of a point scatterer there. Down range grows away from the radar.',
    `Window over frequency and angle: ${window}.`,
  ];
  const bytes = matFile(`MATLAB 5.0 MAT-file, written by Pace${converged ? '' : ', NOT CONVERGED'}`, [
    axis('down_range_m', downRangeM),
    axis('cross_range_m', crossRangeM),
    { name: 'image', rows, columns, real: byColumns(real), imaginary: byColumns(imaginary) },
    { name: 'run_name', text: oneLine(name) },
    { name: 'conventions', text: lines.join('\n') },
  ]);
  return new Blob([bytes], { type: 'application/octet-stream' });
}
