import type { ErrorKey, Message } from '@pace/contract';
import { refusal, type Refusal } from '../refusal.ts';

/** A file that cannot be read as a mesh, with the sentence that says why. */
export class RefusedFile extends Error {
  readonly refusal: Refusal;

  constructor(key: ErrorKey, values: Message['values'] = {}) {
    const why = refusal(key, values);
    super(why.detail);
    this.name = 'RefusedFile';
    this.refusal = why;
  }
}
