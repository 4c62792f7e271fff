import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { FileMissing } from './missing.ts';

/** The versions of the SDK that are locked work with the oldest Node that the product runs on. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

export interface BucketSettings {
  bucket: string;
  /** Absent: that of the cloud which the region belongs to. */
  endpoint: string | undefined;
  region: string;
  /** Before every key, "" or ending with "/". */
  prefix: string;
}

export interface StoredObject {
  key: string;
  changedAt: Date;
}

/**
 * The few operations of an S3-compatible store that project files need. Who may, is found as the SDK does everywhere:
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine.
 */
export class Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ bucket, endpoint, region, prefix }: BucketSettings) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#client = new S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      // Stores other than Amazon's do not all know checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, body: Buffer | Readable, bytes: number): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#place(key), Body: body, ContentLength: bytes }));
  }

  /** Bytes [from, to) of an object. @throws FileMissing */
  async get(key: string, range?: { from: number; to: number }): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          ...this.#place(key),
          ...(range && { Range: `bytes=${range.from}-${range.to - 1}` }),
        }),
      );
      // In Node the body is a stream of Node.
      return Body as Readable;
    } catch (error) {
      throw error instanceof NoSuchKey ? new FileMissing(key) : error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#place(key)));
  }

  async *list(): AsyncGenerator<StoredObject> {
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: this.#prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified)
          yield { key: Key.slice(this.#prefix.length), changedAt: LastModified };
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  /** @throws Error if the bucket cannot be reached */
  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }

  close(): void {
    this.#client.destroy();
  }

  #place(key: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }
}
