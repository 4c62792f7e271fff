import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { waitUntil } from './wait.ts';

/** The link in the mail that was written to this address. */
export async function linkInMailTo(address: string): Promise<string> {
  const folder = inject('outbox');
  return waitUntil(`a mail with a link to ${address}`, async () => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.eml')).sort()) {
      const [head = '', ...body] = (await readFile(join(folder, name), 'utf8')).split('\r\n\r\n');
      if (!head.includes(address)) continue;
      // Quoted-printable, RFC 2045, section 6.7; the links are ASCII.
      const text = /^content-transfer-encoding:\s*quoted-printable/im.test(head)
        ? body
            .join('\r\n\r\n')
            .replaceAll('=\r\n', '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        : body.join('\r\n\r\n');
      const link = /https?:\/\/\S+/.exec(text)?.[0];
      if (link !== undefined) return link;
    }
    return undefined;
  });
}
