/** The case that the address names. */
export const CASE_PARAMETER = 'case';

export const ALL_CASES = '/benchmarks';
export const caseAddress = (id: string) => `${ALL_CASES}?${CASE_PARAMETER}=${encodeURIComponent(id)}`;
