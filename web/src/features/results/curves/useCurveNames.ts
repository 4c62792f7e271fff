import { type Component } from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunPoint } from '../data/exactSpheres.ts';
import type { BistaticCurveId, MonostaticCurveId } from './curveKeys.ts';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';

/** Names of curves as legends, tables and files have them. */
export function useCurveNames(runName: (id: string) => string | undefined) {
  const { t, i18n } = useTranslation('results');
  const { language } = i18n;
  return useMemo(() => {
    const angle = (symbol: string, degrees: number) => `${symbol} ${angleLabel(degrees, language)}`;
    const componentName = (component: Component) => t(`component.${component}Short`);
    const illumination = ({ run, frequencyHz, thetaDeg, phiDeg }: RunPoint) => [
      runName(run),
      frequencyLabel(frequencyHz, language),
      angle('θ', thetaDeg),
      angle('φ', phiDeg),
    ];
    return {
      illumination: (point: RunPoint) => illumination(point).filter(Boolean).join(', '),
      bistatic: (id: BistaticCurveId) =>
        [...illumination(id), id.plane, componentName(id.component)].filter(Boolean).join(', '),
      monostatic: ({ run, held, component }: MonostaticCurveId) =>
        [
          runName(run),
          held.frequency !== undefined && frequencyLabel(held.frequency, language),
          held.theta !== undefined && angle('θ', held.theta),
          held.phi !== undefined && angle('φ', held.phi),
          componentName(component),
        ]
          .filter(Boolean)
          .join(', '),
    };
  }, [t, language, runName]);
}
