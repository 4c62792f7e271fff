import { StringDecoder } from 'node:string_decoder';

/** A line longer than this is delivered in pieces. */
const LINE_CHARACTERS = 4 * 2 ** 20;

/** Cuts a stream of bytes into lines; characters and lines may be cut anywhere between two pieces. */
export class LineSplitter {
  #decoder = new StringDecoder('utf8');
  #pieces: string[] = [];
  #length = 0;
  #deliver: (line: string) => void;

  constructor(deliver: (line: string) => void) {
    this.#deliver = deliver;
  }

  push(bytes: Buffer): void {
    const lines = this.#decoder.write(bytes).split('\n');
    for (const [position, text] of lines.entries()) {
      if (position > 0) this.#flush();
      this.#pieces.push(text);
      this.#length += text.length;
      if (this.#length > LINE_CHARACTERS) this.#flush();
    }
  }

  finish(): void {
    this.#pieces.push(this.#decoder.end());
    if (this.#pieces.some((piece) => piece !== '')) this.#flush();
  }

  #flush(): void {
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#deliver(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
