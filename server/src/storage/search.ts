import { ilike, or, type AnyColumn, type SQL } from 'drizzle-orm';

/** A page of the rows that hold a text. */
export interface Search {
  /** Empty: every row */
  search: string;
  limit: number;
  offset: number;
}

/** Rows in which one of the columns has the text that is sought; every row if nothing is. */
export function containing(search: string, ...columns: AnyColumn[]): SQL | undefined {
  if (search === '') return undefined;
  // What LIKE takes for wildcards is meant as it stands.
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}
