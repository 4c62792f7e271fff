import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePort } from './cluster.ts';

const KEY = 'S3RVER';

/** A server that speaks S3, with an empty bucket, on a port that stays the same when it is stopped and started. */
export class BucketServer {
  readonly environment: Record<string, string>;
  readonly #folder: string;
  readonly #port: number;
  #server: S3rver | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.environment = {
      PACE_S3_BUCKET: 'pace',
      PACE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      PACE_S3_PREFIX: 'test',
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
    };
  }

  static async create(): Promise<BucketServer> {
    const server = new BucketServer(await mkdtemp(join(tmpdir(), 'pace-s3-')), await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    this.#server = new S3rver({
      address: '127.0.0.1',
      port: this.#port,
      silent: true,
      directory: this.#folder,
      configureBuckets: [{ name: 'pace', configs: [] }],
    });
    await this.#server.run();
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
