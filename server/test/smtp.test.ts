import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { PASSWORD, TestServer, registration } from './support/testServer.ts';

interface Delivery {
  user: string | undefined;
  secure: boolean;
  from: string;
  recipients: string[];
  raw: string;
}

/** A real mail server on a port of its own that keeps what it is handed. */
class MailServer {
  readonly deliveries: Delivery[] = [];
  /** How many mails it turns away before it takes the next. */
  refusals = 0;
  readonly #smtp: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#smtp = new SMTPServer({
      ...options,
      onMailFrom: (_address, _session, done) => {
        if (this.refusals === 0) return done();
        this.refusals--;
        done(Object.assign(new Error('try again later'), { responseCode: 451 }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.deliveries.push({
            user: session.user as string | undefined,
            secure: session.secure,
            from: mailFrom ? mailFrom.address : '',
            recipients: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('utf8'),
          });
          done();
        });
      },
    });
    this.#smtp.on('error', () => undefined);
  }

  static async start(options: SMTPServerOptions): Promise<MailServer> {
    const server = new MailServer(options);
    await once(server.#smtp.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get port(): number {
    return (this.#smtp.server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.#smtp.close(() => done()));
  }
}

const LOGIN: SMTPServerOptions = {
  authMethods: ['PLAIN', 'LOGIN'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'pace' && password === 'p@ss word'
      ? done(null, { user: username })
      : done(new Error('wrong password')),
};

const opened: { stop(): Promise<void> }[] = [];
async function start(url: (port: number) => string, options: SMTPServerOptions) {
  const mail = await MailServer.start(options);
  const server = await TestServer.start({
    environment: {
      SMTP_URL: url(mail.port),
      SUPPORT_EMAIL: 'help@ops.example',
      MAIL_FROM: 'Pace <pace@ops.example>',
    },
  });
  opened.push(mail, server);
  return { mail, server };
}
afterAll(async () => {
  for (const one of opened.reverse()) await one.stop();
});

describe('a mail server that asks for a password', () => {
  let mail: MailServer;
  let server: TestServer;

  test('gets the confirmation over STARTTLS and a log-in, for exactly one address; nothing goes to the outbox', async () => {
    // The server makes itself a certificate that nobody signed.
    ({ mail, server } = await start(
      (port) => `smtp://pace:p%40ss%20word@127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
      LOGIN,
    ));
    const email = 'ada@company.example';
    const register = (name: string) =>
      server.guest().call('register', { body: { ...registration(email), name } });
    expect((await register('Ada\r\nBcc: spy@company.example')).status).toBe(400);
    expect((await register('Ada <spy@company.example>')).status).toBe(200);
    await expect.poll(() => mail.deliveries.length).toBe(1);
    expect(mail.deliveries[0]).toMatchObject({
      user: 'pace',
      secure: true,
      from: 'pace@ops.example',
      recipients: [email],
    });
    const letter = await PostalMime.parse(mail.deliveries[0]?.raw ?? '');
    expect(letter.subject).toBe('Confirm your Pace account');
    expect(letter.bcc).toBeUndefined();
    const enc = /\?enc=(\S+)/.exec(letter.text ?? '')?.[1] ?? '';
    expect((await server.guest().call('confirm', { query: { enc } })).status).toBe(200);
    expect(await server.mailsTo(email)).toEqual([]);
  });

  test('a mail has text and HTML that say the same, in the language of the user', async () => {
    for (const [language, button, greeting] of [
      ['en', 'Activate the account', 'Hello <b>Eve</b> & "Co",'],
      ['tr', 'Hesabı etkinleştir', 'Merhaba <b>Eve</b> & "Co",'],
    ] as const) {
      const email = `${language}@company.example`;
      const before = mail.deliveries.length;
      await server.guest().call('register', {
        body: { ...registration(email), name: '<b>Eve</b> & "Co"' },
        headers: { 'accept-language': language },
      });
      await expect.poll(() => mail.deliveries.length).toBe(before + 1);
      const letter = await PostalMime.parse(mail.deliveries.at(-1)?.raw ?? '');
      expect(letter.text).toContain(greeting);
      expect(letter.html).toContain(`<html lang="${language}">`);
      expect(letter.html).toContain(button);
      // What a person typed is text in the HTML, too.
      expect(letter.html).toContain('&lt;b&gt;Eve&lt;/b&gt; &amp; &quot;Co&quot;');
      expect(letter.html).not.toContain('<b>Eve');
      const link = /https?:\/\/\S+\/auth\/confirm\?enc=\S+/.exec(letter.text ?? '')?.[0] ?? 'no link';
      expect(letter.html).toContain(`href="${link}"`);
    }
  });

  test('a reset, a changed password and a message to support are mailed as well', async () => {
    const email = 'grace@company.example';
    await server.guest().call('register', { body: registration(email) });
    const linkTo = async (parameter: 'enc' | 'cid', count: number) => {
      await expect.poll(() => mail.deliveries.length).toBe(count);
      const { text } = await PostalMime.parse(mail.deliveries.at(-1)?.raw ?? '');
      return new RegExp(`\\?${parameter}=(\\S+)`).exec(text ?? '')?.[1] ?? '';
    };
    const sent = mail.deliveries.length;
    await server.guest().call('confirm', { query: { enc: await linkTo('enc', sent + 1) } });
    await server.guest().call('resetPassword', { body: { email } });
    const cid = await linkTo('cid', sent + 2);
    await server.guest().call('passwordConfirm', { query: { cid }, body: { password: `${PASSWORD} 2` } });
    await linkTo('cid', sent + 3);
    expect((await PostalMime.parse(mail.deliveries.at(-1)?.raw ?? '')).subject).toBe(
      'Your Pace password was changed',
    );
    await server.guest().call('support', { body: { name: 'Grace', email, message: 'It <i>works</i>' } });
    await linkTo('cid', sent + 4);
    const copy = await PostalMime.parse(mail.deliveries.at(-1)?.raw ?? '');
    expect(mail.deliveries.at(-1)?.recipients).toEqual(['help@ops.example']);
    expect(copy.text).toContain('It <i>works</i>');
    expect(copy.html).toContain('It &lt;i&gt;works&lt;/i&gt;');
  });

  test('a mail that the server refuses for now is sent again', async () => {
    const before = mail.deliveries.length;
    mail.refusals = 1;
    await server.guest().call('register', { body: registration('later@company.example') });
    await expect.poll(() => mail.deliveries.length).toBe(before + 1);
    expect(mail.refusals).toBe(0);
  });
});

describe('other mail servers', () => {
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.stop();
  });

  test('TLS from the first byte', async () => {
    const { mail, server } = await start(
      (port) => `smtps://pace:p%40ss%20word@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      { ...LOGIN, secure: true },
    );
    await server.guest().call('register', { body: registration('tls@company.example') });
    await expect.poll(() => mail.deliveries.length).toBe(1);
    expect(mail.deliveries[0]).toMatchObject({ secure: true, user: 'pace' });
  });

  test('a wrong password and an untrusted certificate send nothing, and the sign-up still answers as always', async () => {
    for (const url of [
      (port: number) => `smtp://pace:wrong@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      (port: number) => `smtps://pace:p%40ss%20word@127.0.0.1:${port}`,
    ]) {
      const { mail, server } = await start(url, { ...LOGIN, secure: url(1).startsWith('smtps') });
      const reply = await server.guest().call('register', { body: registration('lost@company.example') });
      expect(reply.status).toBe(200);
      expect(mail.deliveries).toEqual([]);
    }
  });
});
