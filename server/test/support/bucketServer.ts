import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as openRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../testing/freePort.ts';

const BUCKET = 'pace';
const KEY = 'PACE-TEST';
/** Of a page of a list; small, so that lists of tests have several. */
const PAGE = 3;
/** Before the keys that the product uses */
const PREFIX = 'test/';

/**
 * The part of S3 that the product speaks (storage/bucket.ts), in this process: one bucket by path, objects with ranges,
 * lists in pages, errors in XML. It asks for a signature but does not check it. Objects are files, so that they outlive
 * a stop.
 */
export class BucketServer {
  readonly environment: Record<string, string>;
  readonly #folder: string;
  readonly #port: number;
  readonly #objects = new Map<string, string>();
  #server: Server | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.environment = {
      PACE_S3_BUCKET: BUCKET,
      PACE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      PACE_S3_PREFIX: PREFIX.slice(0, -1),
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
    };
  }

  static async create(): Promise<BucketServer> {
    const server = new BucketServer(await mkdtemp(join(tmpdir(), 'pace-s3-')), await freePort());
    await server.start();
    return server;
  }

  /** On the same port each time. */
  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else fail(response, 500, 'InternalError', String(error));
      });
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** An object whose sender dies when half of it is on its way. */
  async cutOff(key: string, bytes: number): Promise<void> {
    const put = openRequest({
      port: this.#port,
      host: '127.0.0.1',
      method: 'PUT',
      path: `/${BUCKET}/${PREFIX}${key}`,
      headers: { authorization: `Credential=${KEY}/`, 'content-length': bytes },
    });
    put.on('error', () => undefined);
    const closed = once(put, 'close');
    put.write(Buffer.alloc(Math.floor(bytes / 2)), () => put.destroy());
    await closed;
  }

  /** Bytes of an object; undefined if there is none. */
  async sizeOf(key: string): Promise<number | undefined> {
    const path = this.#objects.get(PREFIX + key);
    return path === undefined ? undefined : (await stat(path)).size;
  }

  async copy(from: string, to: string): Promise<void> {
    const path = join(this.#folder, randomUUID());
    await link(this.#objects.get(PREFIX + from) ?? '', path);
    this.#objects.set(PREFIX + to, path);
  }

  forget(key: string): Promise<void> {
    return this.#remove(PREFIX + key);
  }

  async #remove(key: string): Promise<void> {
    const path = this.#objects.get(key);
    this.#objects.delete(key);
    if (path !== undefined) await rm(path, { force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
    if (!request.headers.authorization?.includes(`Credential=${KEY}/`))
      return fail(response, 403, 'AccessDenied', 'There is no signature.');
    if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket', bucket ?? '');
    const key = rest.join('/');
    if (key === '') {
      if (request.method === 'HEAD') return void response.writeHead(200).end();
      if (request.method === 'GET') return this.#list(response, searchParams);
    } else if (request.method === 'PUT') return this.#put(request, response, key);
    else if (request.method === 'GET') return this.#get(request, response, key);
    else if (request.method === 'DELETE') return this.#delete(response, key);
    return fail(response, 501, 'NotImplemented', `${request.method} ${pathname}`);
  }

  async #put(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const path = join(this.#folder, randomUUID());
    const bytes = await buffer(request);
    // What was cut off on its way is no object.
    if (!request.complete || bytes.length !== Number(request.headers['content-length']))
      return fail(response, 400, 'IncompleteBody', key);
    await writeFile(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
    const before = this.#objects.get(key);
    this.#objects.set(key, path);
    if (before !== undefined) await rm(before, { force: true });
    response.writeHead(200, { etag: tagOf(bytes) }).end();
  }

  async #get(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const path = this.#objects.get(key);
    if (path === undefined) return fail(response, 404, 'NoSuchKey', key);
    const bytes = await readFile(path);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) {
      response.writeHead(200, { 'content-length': bytes.length, etag: tagOf(bytes) }).end(bytes);
      return;
    }
    if (Number(from) >= bytes.length) return fail(response, 416, 'InvalidRange', request.headers.range ?? '');
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part);
  }

  async #delete(response: ServerResponse, key: string): Promise<void> {
    await this.#remove(key);
    response.writeHead(204).end();
  }

  async #list(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const after = query.get('continuation-token') ?? '';
    const found = [...this.#objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort();
    const page = found.slice(0, PAGE);
    const contents = await Promise.all(
      page.map(async (key) => {
        const { mtime, size } = await stat(this.#objects.get(key) ?? '');
        return `<Contents><Key>${escaped(key)}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
      }),
    );
    const more = found.length > page.length;
    const next = more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    sendXml(
      response,
      200,
      `<ListBucketResult><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  sendXml(
    response,
    status,
    `<Error><Code>${code}</Code><Message>${escaped(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
  );
}

function sendXml(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}
