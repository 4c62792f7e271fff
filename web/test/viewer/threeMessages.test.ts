import { Clock, warn } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import '../../src/viewer/threeMessages.ts';

afterEach(() => vi.restoreAllMocks());

it('the clock that the canvas still uses is not complained about; other warnings of three are told', () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  new Clock();
  expect(told).not.toHaveBeenCalled();
  warn('Texture: too large', 9);
  expect(told).toHaveBeenCalledWith('THREE.Texture: too large', 9);
});
