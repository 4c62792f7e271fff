import { describe, expect, it } from 'vitest';
import { parseReference } from '../../src/features/results/curves/referenceFile.ts';

describe('a reference file', () => {
  it('has an angle and dBsm in each line, after titles and comments, in any order', () => {
    expect(parseReference('# measured in 1994\nangle [deg],RCS [dBsm]\n10,-3.5\n0,-4\n')).toEqual({
      x: [0, 10],
      dbsm: [-4, -3.5],
      skippedLines: 2,
      unit: 'dBsm',
    });
  });

  it('may be separated by blanks, tabs or semicolons, with a comma in its decimals', () => {
    for (const text of ['0 -1.5\n1 2', '0\t-1,5\r\n1\t2', '0;-1,5\n1;2', '  0   -1.5 \n 1   2'])
      expect(parseReference(text)).toMatchObject({ x: [0, 1], dbsm: [-1.5, 2] });
  });

  it('in m² is turned into dBsm; the title says so', () => {
    expect(parseReference('phi,RCS (m^2)\n0,10\n1,0\n')).toMatchObject({ dbsm: [10, -Infinity], unit: 'm²' });
    expect(parseReference('phi,σ [m²]\n0,1\n4,-2\n')).toEqual({ problem: 'negative', line: 3 });
  });

  it('of this very program is read back: comments, titles, numbers', () => {
    expect(
      parseReference('# Sphere\nφ in the xy plane [°],"1.3 GHz, θ 0° [dBsm]"\n0,-1\n1,-2\n'),
    ).toMatchObject({ x: [0, 1], dbsm: [-1, -2] });
  });

  it('that is none says in which line', () => {
    expect(parseReference('')).toEqual({ problem: 'empty' });
    expect(parseReference('only words\nand more')).toEqual({ problem: 'empty' });
    expect(parseReference('0,1\n1,abc\n')).toEqual({ problem: 'line', line: 2, text: '1,abc' });
  });
});
