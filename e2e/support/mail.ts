import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { waitUntil } from './wait.ts';

/** The link in the newest mail that was written to this address, of those whose link has `part` in it. */
export async function linkInMailTo(address: string, part = ''): Promise<string> {
  return waitUntil(`a mail with a link to ${address}`, async () => {
    const links = (await mailsTo(address)).map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
    return links.filter((link) => link !== '' && link.includes(part)).at(-1);
  });
}

interface Mail {
  /** As it stands in the head: encoded if it is not plain ASCII. */
  head: string;
  text: string;
  html: string;
}

/** Every mail to this address, oldest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const folder = inject('outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    names.map(async (name) => parse(await readFile(join(folder, name), 'utf8'))),
  );
  return mails.filter(({ head }) => head.includes(address));
}

/** As much of RFC 2045 and 2046 as the server's mails use: two parts, text and HTML. */
function parse(raw: string): Mail {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const boundary = /boundary="?([^"\r\n]+)"?/.exec(head)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1);
  const content = (type: string) => {
    const part = parts.find((one) => new RegExp(`^content-type: ${type}`, 'im').test(one)) ?? '';
    const [partHead = '', ...body] = part.split('\r\n\r\n');
    const text = body.join('\r\n\r\n');
    return /transfer-encoding: quoted-printable/i.test(partHead) ? unquoted(text) : text;
  };
  return { head, text: content('text/plain'), html: content('text/html') };
}

function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
