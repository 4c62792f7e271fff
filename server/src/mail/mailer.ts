import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import { htmlOf, textOf } from './letter.ts';
import type { Message } from './messages.ts';

export interface Mailer {
  send(to: string, message: Message): Promise<void>;
  close(): void;
}

const RETRY_DELAYS_MS = [1000, 10_000, 60_000];

function envelopeOf(from: string, to: string, message: Message) {
  return {
    from,
    // An address object, not a string: a comma in an address must not make two recipients of it.
    to: { name: '', address: to },
    subject: message.subject,
    text: textOf(message),
    html: htmlOf(message),
    headers: { 'Content-Language': message.language, 'Auto-Submitted': 'auto-generated' },
  };
}

/** Sends through SMTP; what the server does not take is tried again, and its loss is logged. */
export function smtpMailer(url: string, from: string, log: Logger): Mailer {
  const transport = nodemailer.createTransport(url);
  const stopped = new AbortController();
  const attempt = async (to: string, message: Message, tries: number): Promise<void> => {
    try {
      await transport.sendMail(envelopeOf(from, to, message));
    } catch (error) {
      const delay = RETRY_DELAYS_MS[tries];
      log.error({ err: error, subject: message.subject, retryInMs: delay }, 'a mail could not be sent');
      if (delay === undefined) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, delay);
        stopped.signal.addEventListener(
          'abort',
          () => {
            clearTimeout(timer);
            done();
          },
          { once: true },
        );
      });
      if (!stopped.signal.aborted) await attempt(to, message, tries + 1);
    }
  };
  return {
    send: (to, message) => {
      void attempt(to, message, 0);
      return Promise.resolve();
    },
    close: () => {
      stopped.abort();
      transport.close();
    },
  };
}

/**
 * Writes each message to a folder as one RFC 822 file: sign-up works without a mail server.
 * @param logsLinks  who reads the log can open every account that asks for a link
 */
export function outboxMailer(
  folder: string,
  from: string,
  log: Logger,
  { logsLinks }: { logsLinks: boolean },
): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (to, message) => {
      const { message: raw } = await transport.sendMail(envelopeOf(from, to, message));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const path = join(folder, name);
      await writeFile(`${path}.part`, raw as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info(
        { to, subject: message.subject, ...(logsLinks ? { link: message.action?.link } : {}), file: path },
        'mail written to the outbox',
      );
    },
    close: () => undefined,
  };
}
