/** Letters to insert, remove, change, or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const [above, twoAbove] = [rows[i - 1]!, rows[i - 2]];
      let best = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (twoAbove && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, twoAbove[j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

const LONGEST_NAME = 64;

/**
 * The name that was probably meant: the nearest, if a third of the letters or fewer differ, big and small letters alike;
 * the first in the alphabet of several. solver/src/input/nearest_name.cpp has the same.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > LONGEST_NAME) return undefined;
  const ranked = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => 3 * distance <= Math.max(given.length, name.length))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return ranked[0]?.name;
}
