import {
  complex,
  impedanceSlope,
  magnitude,
  minus,
  plus,
  rcsDbsm,
  scaled,
  SPEED_OF_LIGHT,
  times,
  type Complex,
  type Layer,
  type MapsFile,
  type MapsResponse,
} from '@pace/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { exactSphere } from '../src/engines/mie.ts';
import { localEngines } from '../src/engines/select.ts';
import { TestServer, type Client } from './support/testServer.ts';

/** Design maps of coatings by the real solver, and what first order says of their layers. */

const FREQUENCY = 300e6;
const RADIUS = 0.25;
const LAYER: Layer = {
  permittivity: complex(6, -2),
  permeability: complex(1.5, -1),
  thicknessM: 0.03,
};

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await TestServer.start({ engines: localEngines });
  user = await server.newUser();
});
afterAll(() => server?.stop());

/** A coated sphere, solved; `radius` is that of the outer face, which is the mesh. */
async function solved(layer: Layer, radius = RADIUS): Promise<MapsResponse> {
  const { id } = await user.newProject({ solverType: 2 });
  await user.upload(id, 'model.unv', Buffer.from(unvText(sphereMesh(radius, [0.3, -0.2, 0.1], 6), 'sphere')));
  await user.waitFor(id, ({ mesherState }) => mesherState.status === 'Finished');
  const saved = await user.call('inputMaterials', {
    body: {
      projectId: id,
      inputMaterials: [
        {
          id: 1,
          name: 'Absorber',
          frequency: 0,
          permitivity: layer.permittivity,
          permeability: layer.permeability,
        },
      ],
      thicknesses: [
        { id: 1, materialName: 'Absorber', surface: 1, surfaceIndex: 0, thickness: layer.thicknessM },
      ],
    },
  });
  expect(saved.status).toBe(200);
  const input = await user.call('input', {
    body: {
      projectId: id,
      numberofiterations: 1,
      frequency: [FREQUENCY, -1, -1],
      anglesweep: 1,
      excitation: [60, 60, 30, 30, 1, 1, 1],
      cfiealpha: [0.5],
      solvertype: 2,
      outputselection: [1, 0, 0, 0, 0],
      errorestimate: 0,
    },
  });
  expect(input.detail).toBeUndefined();
  const started = await user.call('solverRun', { body: { projectId: id, formulationType: 2, core: 1 } });
  expect(started.detail).toBeUndefined();
  await user.waitFor(id, ({ solverState: { status } }) => status === 'Finished' || status === 'Error');
  const answer = await user.call('designMaps', {
    body: { projectId: id, frequency: FREQUENCY, theta: 600, phi: 300 },
  });
  expect(answer.detail).toBeUndefined();
  return (answer.result as MapsFile).responses![0]!;
}

test('a layer that deviates changes the field of a coated sphere as its maps and its stack say, within 5 %', async () => {
  const { parts } = await solved(LAYER);
  const [part] = parts;
  const [perOhm, perMm] = [complex(...part!.perOhm!), complex(...part!.perMm!)];
  const slope = (at: (s: number) => Layer) => impedanceSlope((s) => [at(s)], 'pec', FREQUENCY);
  const measured = async (up: Promise<MapsResponse>, down: Promise<MapsResponse>): Promise<Complex> =>
    scaled(minus(complex(...(await up).field), complex(...(await down).field)), 0.5);
  const errorOf = (predicted: Complex, found: Complex) =>
    magnitude(minus(predicted, found)) / magnitude(found);

  const epsilon = (s: number): Layer => ({ ...LAYER, permittivity: complex(6 * (1 + 0.05 * s), -2) });
  const byEpsilon = times(slope(epsilon), perOhm);
  expect(errorOf(byEpsilon, await measured(solved(epsilon(1)), solved(epsilon(-1))))).toBeLessThan(0.05);

  // One millimetre thicker on metal that stays: the outer face moves outward by as much.
  const thick = (s: number): Layer => ({ ...LAYER, thicknessM: LAYER.thicknessM + s / 1000 });
  const byThickness = plus(times(slope(thick), perOhm), perMm);
  const ofThickness = await measured(solved(thick(1), RADIUS + 0.001), solved(thick(-1), RADIUS - 0.001));
  expect(errorOf(byThickness, ofThickness)).toBeLessThan(0.05);
  // Neither of the two terms alone would do.
  expect(errorOf(perMm, ofThickness)).toBeGreaterThan(0.2);
  expect(errorOf(times(slope(thick), perOhm), ofThickness)).toBeGreaterThan(0.2);
});

test('first order is within 0.1 dB of exact spheres with lossy coatings for λ/240 and 19 Ω, as the page says', async () => {
  const dbsm = async (radiusM: number, impedance: Complex) => {
    const place = { centreM: [0, 0, 0] as const, thetaDeg: 60, phiDeg: 30, polarization: 1, points: 0 };
    const body = { core: 'impedance' as const, impedance };
    return rcsDbsm((await exactSphere({ ...place, radiusM, body, frequencyHz: SPEED_OF_LIGHT })).back);
  };
  for (const ohm of [complex(30, 20), complex(300, -100)])
    for (const radius of [0.46, 0.61]) {
      const rest = await dbsm(radius, ohm);
      const check = async (at: (s: number) => Promise<number>, what: string) => {
        const perStep = ((await at(0.01)) - (await at(-0.01))) / 0.02;
        for (const s of [1, -1])
          expect(Math.abs((await at(s)) - rest - s * perStep), `${what} at ${radius}`).toBeLessThan(0.1);
      };
      await check((s) => dbsm(radius + s / 240, ohm), 'radius');
      await check((s) => dbsm(radius, plus(ohm, complex(19 * s))), 'resistance');
      await check((s) => dbsm(radius, plus(ohm, complex(0, 19 * s))), 'reactance');
    }
});

test('first order is within 0.1 dB of exact dielectric spheres for λ/240, as the page says', async () => {
  const dbsm = async (radiusM: number, permittivity: Complex) => {
    const place = { centreM: [0, 0, 0] as const, thetaDeg: 60, phiDeg: 30, polarization: 1, points: 0 };
    const layers = [{ outerRadiusM: radiusM, permittivity, permeability: complex(1) }];
    const body = { core: 'dielectric' as const, layers };
    return rcsDbsm((await exactSphere({ ...place, radiusM, body, frequencyHz: SPEED_OF_LIGHT })).back);
  };
  for (const epsilon of [complex(2.56), complex(9, -2)])
    for (const radius of [0.3, 0.45, 0.68]) {
      const [up, rest, down] = await Promise.all(
        [1, 0, -1].map((side) => dbsm(radius + side * 1e-5, epsilon)),
      );
      const perMetre = (up! - down!) / 2e-5;
      for (const by of [1 / 240, -1 / 240])
        expect(
          Math.abs((await dbsm(radius + by, epsilon)) - rest! - perMetre * by),
          `radius ${radius}`,
        ).toBeLessThan(0.1);
    }
});
