import { describe, expect, it } from 'vitest';
import { sectorOutlines } from '../../src/features/results/statistics/sectors.ts';

const PHIS = [0, 90, 180, 270, 360];
const THETAS = [30, 60, 90, 120];

/** As sides, each from its smaller end, in order. */
function sides(lines: readonly number[]): string[] {
  const found: string[] = [];
  for (let i = 0; i + 3 < lines.length; i += 4) {
    const [x0, y0, x1, y1] = lines.slice(i, i + 4) as [number, number, number, number];
    found.push(x0 + y0 <= x1 + y1 ? `${x0},${y0} ${x1},${y1}` : `${x1},${y1} ${x0},${y0}`);
  }
  return found.toSorted();
}

describe('outlines of sectors on a map of φ and θ', () => {
  it('are the four sides of a sector inside', () => {
    const ranges = { phi: [20, 50], theta: [40, 80] } as const;
    expect(sides(sectorOutlines(ranges, PHIS, THETAS, 1e9))).toEqual(
      ['20,40 50,40', '20,80 50,80', '20,40 20,80', '50,40 50,80'].toSorted(),
    );
  });

  it('are two pieces, open at the rims of the map, where an arc passes through 0°', () => {
    const ranges = { phi: [330, 20], theta: [0, 60] } as const;
    expect(sides(sectorOutlines(ranges, PHIS, THETAS, 1e9))).toEqual(
      [
        '0,30 20,30',
        '0,60 20,60',
        '20,30 20,60',
        '330,30 360,30',
        '330,60 360,60',
        '330,30 330,60',
      ].toSorted(),
    );
  });

  it('follow a map from −180 to 180, and end where a map ends', () => {
    const phis = [-180, -90, 0, 90, 180];
    expect(sides(sectorOutlines({ phi: [270, 300] }, phis, THETAS, 1e9))).toEqual(
      ['-90,30 -60,30', '-90,120 -60,120', '-90,30 -90,120', '-60,30 -60,120'].toSorted(),
    );
    expect(sides(sectorOutlines({ phi: [30, 90] }, [0, 20, 40], THETAS, 1e9))).toEqual(
      ['30,30 40,30', '30,120 40,120', '30,30 30,120'].toSorted(),
    );
  });

  it('of a full turn are the whole map, and there are none beside the map or at another frequency', () => {
    expect(sides(sectorOutlines({ phi: [0, 360], theta: [30, 60] }, PHIS, THETAS, 1e9))).toEqual(
      ['0,30 360,30', '0,60 360,60', '0,30 0,60', '360,30 360,60'].toSorted(),
    );
    expect(sectorOutlines({ theta: [130, 150] }, PHIS, THETAS, 1e9)).toEqual([]);
    expect(sectorOutlines({ phi: [100, 200] }, [0, 20, 40], THETAS, 1e9)).toEqual([]);
    expect(sectorOutlines({ frequency: [2e9, 3e9] }, PHIS, THETAS, 1e9)).toEqual([]);
    expect(sectorOutlines({ frequency: [1e9, 3e9] }, PHIS, THETAS, 1e9)).not.toEqual([]);
  });
});
