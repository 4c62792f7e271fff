import { useState } from 'react';
import type { LayerQuantity } from './materials/coatedParts.ts';
import { NO_MATERIALS } from './materials/materialTolerances.ts';
import type { ShareMode } from './shareCurves.ts';
import type { Measure } from './tolerances.ts';
import { NO_TOLERANCE, type TypedTolerance, type TypedTolerances } from './typedTolerances.ts';

/** What is chosen and typed about curves; it outlives the answer that they are of. */
export function useCurvesChoice() {
  const [mode, setMode] = useState<ShareMode>('alone');
  const [heldDeg, setHeld] = useState<number>();
  const [measure, setMeasure] = useState<Measure>('independent');
  const [typed, setTyped] = useState<TypedTolerances>({});
  const [typedMaterials, setTypedMaterials] = useState(NO_MATERIALS);
  return {
    mode,
    setMode,
    heldDeg,
    setHeld,
    measure,
    setMeasure,
    typed,
    type: (index: number, change: Partial<TypedTolerance>) =>
      setTyped((old) => ({ ...old, [index]: { ...NO_TOLERANCE, ...old[index], ...change } })),
    typedMaterials,
    typeMaterial: (name: string, change: Partial<Record<LayerQuantity, string>>) =>
      setTypedMaterials(({ materials, layers }) => ({
        materials: { ...materials, [name]: { ...materials[name], ...change } },
        layers,
      })),
    typeLayer: (key: string, text: string) =>
      setTypedMaterials(({ materials, layers }) => ({ materials, layers: { ...layers, [key]: text } })),
    clear: () => {
      setTyped({});
      setTypedMaterials(NO_MATERIALS);
    },
  };
}
export type CurvesChoice = ReturnType<typeof useCurvesChoice>;
