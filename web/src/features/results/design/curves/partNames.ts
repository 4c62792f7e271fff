/** Names of parts, of which a file may have several alike; curves of a plot need different ones. */
export function differentNames(names: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken);
  return names.map((name) => {
    let different = name;
    for (let i = 2; used.has(different); i++) different = `${name} (${i})`;
    used.add(different);
    return different;
  });
}
