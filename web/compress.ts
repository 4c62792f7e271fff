import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const KINDS = /\.(js|mjs|css|html|svg|json|wasm|vtt)$/;
/** Below this a response fits into one packet anyway [bytes]. */
const SMALLEST = 1024;
/** Brotli's last steps cost minutes on files of megabytes and gain a few per cent. */
const LARGE = 2_000_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `.br` and `.gz` beside what compresses, for the server to send as it stands. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => KINDS.test(name)).map((name) => compressFile(join(folder, name))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  if ((await stat(file)).size < SMALLEST) return;
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
