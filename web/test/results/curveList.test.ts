import { LIMITS } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import {
  curveListReducer,
  curveListsReducer,
  plotVerb,
  type CurveList,
} from '../../src/features/results/curves/curveList.ts';

const plot = (list: CurveList, key: string, override = false) =>
  curveListReducer(list, { type: 'plot', keys: [key], override });
const full: CurveList = Array.from({ length: LIMITS.curves }, (_, i) => `curve ${i}`);

describe('the 30-curve rule', () => {
  it('adds a curve that is not there', () => {
    expect(plot(['a'], 'b')).toEqual(['a', 'b']);
    expect(plotVerb(['a'], ['b'], false)).toBe('plot');
  });

  it('Plot on an existing curve removes it, and the button says Clear', () => {
    expect(plotVerb(['a', 'b'], ['a'], false)).toBe('clear');
    expect(plot(['a', 'b'], 'a')).toEqual(['b']);
  });

  it('holds 30 curves, then the button is Reset and empties the list', () => {
    const almost = full.slice(0, 29);
    expect(plot(almost, 'last')).toHaveLength(30);
    expect(plotVerb(full, ['new'], false)).toBe('reset');
    expect(plot(full, 'new')).toEqual([]);
  });

  it('with Override on and at the limit the list is replaced', () => {
    expect(plotVerb(full, ['new'], true)).toBe('plot');
    expect(plot(full, 'new', true)).toEqual(['new']);
  });

  it('Override below the limit changes nothing', () => {
    expect(plot(['a'], 'b', true)).toEqual(['a', 'b']);
  });

  it('a family of curves is added up to the limit and removed as a whole', () => {
    const family = ['x', 'y', 'z'];
    const two = full.slice(0, 28);
    expect(curveListReducer(two, { type: 'plot', keys: family, override: false })).toEqual([
      ...two,
      'x',
      'y',
    ]);
    expect(curveListReducer(['a', ...family], { type: 'plot', keys: family, override: false })).toEqual([
      'a',
    ]);
    expect(curveListReducer(['x'], { type: 'plot', keys: family, override: false })).toEqual(family);
  });

  it('removes one curve or all of them', () => {
    expect(curveListReducer(['a', 'b'], { type: 'remove', key: 'a' })).toEqual(['b']);
    expect(curveListReducer(['a', 'b'], { type: 'clear' })).toEqual([]);
  });

  it('plots with different x axes keep lists of their own', () => {
    const lists = curveListsReducer(
      { theta: ['a'] },
      { plot: 'phi', action: { type: 'plot', keys: ['b'], override: false } },
    );
    expect(lists).toEqual({ theta: ['a'], phi: ['b'] });
  });
});
