import { sql, type SQL } from 'drizzle-orm';

/** So many days before now, by the database's clock. */
export const daysAgo = (days: number): SQL => sql`now() - make_interval(days => ${days})`;
