import type { Database } from './database.ts';

/** Statements that are prepared once for a database, at their first use. */
export function keptFor<T>(prepare: (db: Database) => T): (db: Database) => T {
  const kept = new WeakMap<Database, T>();
  return (db) => {
    const known = kept.get(db);
    if (known !== undefined) return known;
    const prepared = prepare(db);
    kept.set(db, prepared);
    return prepared;
  };
}
