import { useMemo, useState } from 'react';
import type { Project } from '@pace/contract';
import type { SweepPoints } from '../data/resultSummary.ts';
import { usePointChoice } from '../parts/usePointChoice.ts';
import {
  countWithin,
  DEFAULT_RADIUS,
  mappedComponents,
  questionOf,
  type MapsChoice,
  type SectorEnd,
} from '../data/mapsChoice.ts';
import { useLayer } from './useLayer.ts';

const last = (values: readonly number[]) => values.at(-1);

/** Everything that a question about maps is made of, as it stands on the page. */
export function useMapsChoice(project: Project, sweep: SweepPoints) {
  const place = usePointChoice(sweep);
  const { point } = place;
  const components = mappedComponents(project);
  const [wantedComponent, setComponent] = useState(components[0] ?? 'VV');
  const component = components.includes(wantedComponent) ? wantedComponent : (components[0] ?? 'VV');
  const [isSector, setSector] = useState(false);
  const [wantedEnd, setEnd] = useState<Partial<SectorEnd>>({});
  const [radiusWavelengths, setRadius] = useState<number>(DEFAULT_RADIUS);
  const layer = useLayer(point?.frequencyHz);
  const { thetasDeg } = place;
  const phisDeg = place.phisDeg;
  const to: SectorEnd = useMemo(
    () => ({
      thetaDeg: isSector && thetasDeg.length > 1 ? (wantedEnd.thetaDeg ?? last(thetasDeg)) : undefined,
      phiDeg: isSector && phisDeg.length > 1 ? (wantedEnd.phiDeg ?? last(phisDeg)) : undefined,
    }),
    [isSector, wantedEnd, thetasDeg, phisDeg],
  );
  const choice: MapsChoice | undefined =
    point && !layer.incomplete
      ? {
          point,
          to,
          component,
          radiusWavelengths,
          layer: layer.values,
          material: layer.material?.name,
        }
      : undefined;
  return {
    place,
    components,
    component,
    setComponent,
    isSector,
    setSector,
    to,
    setEnd: (part: Partial<SectorEnd>) => setEnd((old) => ({ ...old, ...part })),
    count: point ? countWithin(sweep.illuminations, point, to) : 0,
    radiusWavelengths,
    setRadius,
    layer,
    choice,
    question: choice && questionOf(choice),
  };
}
