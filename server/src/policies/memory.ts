const GIB = 2 ** 30;

/** Of a run that could never have the memory it needs; undefined if it could. */
export function memoryRefusal(
  neededBytes: number,
  limitBytes: number,
): { code: 'MEMORY'; detail: string } | undefined {
  if (neededBytes <= limitBytes) return undefined;
  return {
    code: 'MEMORY',
    detail: `The run needs about ${gibibytes(neededBytes)} GB, but only ${gibibytes(limitBytes)} GB may be used; use a coarser mesh or a lower frequency.`,
  };
}

const gibibytes = (bytes: number) => String(Number((bytes / GIB).toPrecision(2)));
