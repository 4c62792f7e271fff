/** Says what it was to draw. */
export default function MeshViewer({
  geometry,
  colors,
  warning,
}: {
  geometry: { parts: Uint32Array };
  colors?: { values: Float32Array; palette?: string; range?: [number, number]; unit: string };
  warning?: string;
}) {
  return (
    <div
      data-testid="mesh-viewer"
      data-triangles={geometry.parts.length}
      data-values={colors?.values.length}
      data-palette={colors?.palette}
      data-range={colors?.range?.join(' ')}
      data-unit={colors?.unit}
      data-warning={warning}
    />
  );
}
