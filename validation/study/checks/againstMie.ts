import { surfaceImpedances } from '@pace/contract';
import type { CheckOf } from '../caseFile.ts';
import { cutDifference, relativeError } from '../comparison.ts';
import { cutOf, type Cuts } from '../field.ts';
import { cutLevels } from '../levels.ts';
import { materialsOfRun } from '../materialsOfRun.ts';
import { mieCuts } from '../mieReference.ts';
import { meshVolumeM3 } from '../meshVolume.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Measure, Outcome } from './measure.ts';

/** Bistatic RCS and complex field of every asked plane against the exact series. */
export function againstMie(check: CheckOf<'mie'>, run: SolvedRun): Outcome {
  const illumination = check.illumination ?? run.illuminations[0] ?? { thetaDeg: 0, phiDeg: 0 };
  const within = withinSource(illumination, check.withinDegOfSource);
  const exact = (radiusM: number, sphere = check.sphere) =>
    within(
      mieCuts({
        radiusM,
        sphere,
        centerM: check.centerM,
        frequencyHz: run.firstFrequencyHz,
        ...illumination,
        polarization: run.specification.polarization,
        cutPoints: run.specification.cutPoints,
      }),
    );
  const cuts = within(run.cuts(illumination));
  const series = exact(check.radiusM);
  const measures = differences(check, cuts, series, '', check.limits);
  if (check.withSphereOfEqualVolume) {
    const radius = Math.cbrt((3 * meshVolumeM3(run.mesh, run.metresPerUnit)) / (4 * Math.PI));
    const scaled = scaledBy(check.sphere, radius / check.radiusM);
    measures.push(...differences(check, cuts, exact(radius, scaled), ' to the sphere of equal volume', {}));
  }
  if (check.impedanceModel) {
    const { radiusM, surface } = check.impedanceModel;
    const model: CheckOf<'mie'>['sphere'] = { core: 'impedance', impedanceOhm: impedanceOf(run, surface) };
    measures.push(
      ...differences(
        check,
        exact(radiusM, model),
        exact(check.radiusM),
        ', exact impedance sphere to this series',
        {},
      ),
    );
  }
  const curves = check.planes.map((plane) => cutLevels(plane, cuts, series, 'exact'));
  return { measures, runs: [check.run], curves };
}

function scaledBy(sphere: CheckOf<'mie'>['sphere'], factor: number): CheckOf<'mie'>['sphere'] {
  if (!sphere || !('layers' in sphere)) return sphere;
  return { ...sphere, layers: sphere.layers.map((l) => ({ ...l, outerRadiusM: l.outerRadiusM * factor })) };
}

/** Of a surface's layers at normal incidence [ohm]. */
function impedanceOf(run: SolvedRun, surface: number): [number, number] {
  const materials = materialsOfRun(run.specification);
  const [row] = materials ? surfaceImpedances(materials, [surface], [run.firstFrequencyHz]) : [];
  const entry = row?.params[0];
  if (!entry) throw new Error('An impedance model needs a run with layers');
  return [entry.impedanceReal, entry.impedanceImaginary];
}

function differences(
  check: CheckOf<'mie'>,
  cuts: Cuts,
  exact: Cuts,
  suffix: string,
  limits: CheckOf<'mie'>['limits'],
): Measure[] {
  return check.planes.flatMap((plane): Measure[] => {
    const [cut, reference] = [cutOf(cuts, plane), cutOf(exact, plane)];
    const { meanDb, maxDb } = cutDifference(cut, reference);
    const of = `${plane}${suffix}`;
    return [
      { of, quantity: 'mean |ΔdB|', value: meanDb, ...limit(limits.meanDb) },
      { of, quantity: 'max |ΔdB|', value: maxDb, ...limit(limits.maxDb) },
      {
        of,
        quantity: 'relative error',
        value: relativeError(cut, reference),
        ...limit(limits.relativeError),
      },
    ];
  });
}

/** Keeps the directions of each cut that are no farther from the source than so many degrees. */
function withinSource(source: { thetaDeg: number; phiDeg: number }, mostDeg: number | undefined) {
  const degree = Math.PI / 180;
  const isNear = ({ thetaDeg, phiDeg }: { thetaDeg: number; phiDeg: number }) =>
    Math.cos(thetaDeg * degree) * Math.cos(source.thetaDeg * degree) +
      Math.sin(thetaDeg * degree) *
        Math.sin(source.thetaDeg * degree) *
        Math.cos((phiDeg - source.phiDeg) * degree) >=
    Math.cos((mostDeg ?? 180) * degree) - 1e-9;
  return (cuts: Cuts): Cuts =>
    mostDeg === undefined
      ? cuts
      : new Map([...cuts].map(([plane, fields]) => [plane, fields.filter(isNear)]));
}

const limit = (value: number | undefined) => (value === undefined ? {} : { limit: value });
