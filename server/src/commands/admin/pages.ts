import { ADMIN_PAGE_SIZE } from '@pace/contract';
import { ilike, or, type AnyColumn, type SQL } from 'drizzle-orm';

export interface PageRequest {
  search: string;
  page: number;
}

export const pageOf = ({ page }: PageRequest) => ({ limit: ADMIN_PAGE_SIZE, offset: page * ADMIN_PAGE_SIZE });

/** Rows in which one of the columns has the text that is sought; every row if nothing is. */
export function containing(search: string, ...columns: AnyColumn[]): SQL | undefined {
  if (search === '') return undefined;
  // What LIKE takes for wildcards is meant as it stands.
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}
