import { describe, expect, it } from 'vitest';
import { nameRank } from '../src/ui/searchText.ts';

describe('a search by name', () => {
  it.each([
    ['FR', ['FR-4 (typical)', 'Air', 'Refractive glass', 'RF-35'], 'FR-4 (typical)'],
    ['water', ['Sea water, 20 °C, 35 ‰', 'Water, 0 °C', 'Ice, −10 °C'], 'Water, 0 °C'],
    ['ICE', ['Rice', 'Silicon', 'Ice, −10 °C'], 'Ice, −10 °C'],
  ])('for "%s" lists what begins so first', (search, names, first) => {
    expect([...names].sort((a, b) => nameRank(a, search) - nameRank(b, search))[0]).toBe(first);
  });
});
