import type { Readable } from 'node:stream';
import { Bucket, type BucketSettings } from '../../src/storage/bucket.ts';
import type { Database } from '../../src/storage/database.ts';
import type { BucketServer } from './bucketServer.ts';
import { Death } from './dyingProcess.ts';

/** killed: before the change; cut off: while an object is on its way; refused: the store says no once, the process lives */
export type End = 'killed' | 'cut off' | 'refused';

export class Refusal extends Error {}

/** Of the database; everything else only reads. */
const DATABASE_CHANGES: readonly PropertyKey[] = ['delete', 'execute', 'insert', 'transaction', 'update'];

/**
 * A bucket and a database as a process sees them that is killed at one of its changes of either: nothing of that change
 * happens and nothing after it, whatever `catch` and `finally` would like to do. A transaction is one change: of one that
 * is killed nothing is left.
 */
export class DyingStore {
  /** The changes that were begun, each by its name */
  readonly begun: string[] = [];
  readonly bucket: Bucket;
  readonly db: Database;
  #isDead = false;
  readonly #at: number;
  readonly #end: End;

  constructor(options: {
    settings: BucketSettings;
    server: BucketServer;
    db: Database;
    at: number;
    end: End;
  }) {
    this.#at = options.at;
    this.#end = options.end;
    this.db = this.#dying(options.db);
    this.bucket = this.#dyingBucket(options.settings, options.server);
  }

  /** Does the work until the process dies; what a living one throws is for who called. */
  async live(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#isDead && !isRefusal(error)) throw error;
    } finally {
      this.#isDead = true;
      this.bucket.close();
    }
  }

  /** For what a living process does after a failure: a dead one tries nothing again. */
  readonly requireLife = (): void => {
    if (this.#isDead) throw new Death();
  };

  async #change(name: string, cutOff?: () => Promise<void>): Promise<void> {
    this.requireLife();
    const number = this.begun.length;
    this.begun.push(name);
    if (number !== this.#at) return;
    if (this.#end === 'refused') throw new Refusal('the store says no');
    this.#isDead = true;
    if (this.#end === 'cut off') await cutOff?.();
    throw new Death();
  }

  #dying(db: Database): Database {
    return new Proxy(db, {
      get: (_, name) => {
        const value: unknown = Reflect.get(db, name);
        if (typeof value !== 'function') return value;
        const method = value.bind(db) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          this.requireLife();
          if (!DATABASE_CHANGES.includes(name)) return method(...args);
          const change = this.#change(String(name));
          if (name === 'transaction') return change.then(() => method(...args));
          // Builders are chained, and begun when they are waited for.
          change.catch(() => undefined);
          return this.#after(change, method(...args) as object);
        };
      },
    });
  }

  /** A builder of a statement that waits for `change` before it is sent. */
  #after(change: Promise<void>, builder: object): object {
    return new Proxy(builder, {
      get: (_, name) => {
        const value: unknown = Reflect.get(builder, name);
        if (typeof value !== 'function') return value;
        const method = value.bind(builder) as (...args: unknown[]) => unknown;
        if (name === 'then')
          return (...args: unknown[]) =>
            change.then(() => builder as unknown as Promise<unknown>).then(...(args as []));
        return (...args: unknown[]) => this.#after(change, method(...args) as object);
      },
    });
  }

  #dyingBucket(settings: BucketSettings, server: BucketServer): Bucket {
    const requireLife = this.requireLife;
    const change = (name: string, cutOff?: () => Promise<void>) => this.#change(name, cutOff);
    return new (class extends Bucket {
      override async put(key: string, body: Buffer | Readable, bytes: number): Promise<void> {
        await change('put', () => server.cutOff(key, bytes));
        await super.put(key, body, bytes);
      }
      override async delete(key: string): Promise<void> {
        await change('delete');
        await super.delete(key);
      }
      override async get(...args: Parameters<Bucket['get']>): Promise<Readable> {
        requireLife();
        return super.get(...args);
      }
    })(settings);
  }
}

/** Also where a command wrapped it. */
function isRefusal(error: unknown): boolean {
  return error instanceof Refusal || (error instanceof Error && isRefusal(error.cause));
}
