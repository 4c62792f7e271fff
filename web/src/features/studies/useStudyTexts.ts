import type { Objective, ObjectiveValue, Parameter, ParameterValue, Study, Target } from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../api/projects.ts';
import { getShareToken } from '../../api/shareLink.ts';
import { numberText, unitOf } from './units.ts';

/** Names of parameters and objectives, and their values, in the reader's language. */
export function useStudyTexts() {
  const { t, i18n } = useTranslation('studies');
  const projects = useProjects({ enabled: getShareToken() === null }).data;
  return useMemo(() => {
    const list = (numbers: readonly number[]) => numbers.join(', ');
    const targetName = (target: Target): string => {
      switch (target.kind) {
        case 'thickness':
        case 'layerMaterial':
          return t(`target.${target.kind}`, { layers: list(target.layers.map((layer) => layer + 1)) });
        case 'regionMaterial':
        case 'resistance':
        case 'reactance':
          return t(`target.${target.kind}`, { surfaces: list(target.surfaces) });
        case 'permittivityFactor':
        case 'permeabilityFactor':
          return t(`target.${target.kind}`, { material: target.material });
        case 'partMethod':
          return target.parts
            ? t('target.partMethodOf', { parts: list(target.parts.map((part) => part + 1)) })
            : t('target.partMethod');
        case 'rotation':
          return t('target.rotation', { solids: list(target.solids), axis: target.axis });
        default:
          return t(`target.${target.kind}`);
      }
    };
    const parameterName = ({ name, target }: Parameter) => name ?? targetName(target);
    const parameterTitle = (parameter: Parameter) => {
      const unit = unitOf(parameter.target.kind);
      return unit === '' ? parameterName(parameter) : `${parameterName(parameter)} [${unit}]`;
    };
    const valueText = ({ target: { kind } }: Parameter, value: ParameterValue): string => {
      if (kind === 'model')
        return projects?.find(({ id }) => id === value)?.name ?? String(value).slice(0, 8);
      if (typeof value === 'string') return value;
      if (kind === 'polarization') return t(`polarization.${value}`);
      if (kind === 'partMethod') return t(`method.${value}`);
      return numberText(kind, value, i18n.language);
    };
    const range = (ends: readonly [number, number], unit: string, factor = 1) =>
      `${ends.map((end) => (end / factor).toLocaleString(i18n.language)).join(' … ')}${unit}`;
    const objectiveName = ({ name, statistic, percentile, component, sector }: Objective): string => {
      if (name !== undefined) return name;
      const parts = [
        ...(sector.theta ? [`θ ${range(sector.theta, '°')}`] : []),
        ...(sector.phi ? [`φ ${range(sector.phi, '°')}`] : []),
        ...(sector.frequency ? [range(sector.frequency, ' GHz', 1e9)] : []),
      ];
      const what = t(`statistic.${statistic}`, { percentile });
      return [`${what}, ${t(`component.${component}`)}`, ...parts].join(', ');
    };
    const dbsm = (value: number | null | undefined, digits = 2): string =>
      value === null || value === undefined
        ? '−∞'
        : value.toLocaleString(i18n.language, {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
          });
    /** Half of the bar, in dB, to its farther end */
    const barText = ({ value, low, high }: ObjectiveValue): string | undefined => {
      if (value === null || low === undefined || high === undefined) return undefined;
      const off = Math.max(low === null ? Infinity : value - low, high === null ? 0 : high - value);
      return Number.isFinite(off) ? `±${dbsm(off)}` : `±∞`;
    };
    const variantName = ({ definition }: Study, values: readonly ParameterValue[]) =>
      definition.parameters
        .map((parameter, i) => {
          const value = valueText(parameter, values[i]!);
          return definition.parameters.length > 1 || typeof values[i] === 'number'
            ? `${parameterName(parameter)} = ${value}`
            : value;
        })
        .join(', ');
    return {
      targetName,
      parameterName,
      parameterTitle,
      valueText,
      objectiveName,
      dbsm,
      barText,
      variantName,
    };
  }, [t, i18n.language, projects]);
}
export type StudyTexts = ReturnType<typeof useStudyTexts>;
