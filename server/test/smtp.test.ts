import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, registration } from './support/testServer.ts';

interface Delivery {
  recipients: string[];
  raw: string;
}

const deliveries: Delivery[] = [];
let refusals = 0;
let catcher: Server;
let server: TestServer;

beforeAll(async () => {
  catcher = mailCatcher();
  await once(catcher.listen(0, '127.0.0.1'), 'listening');
  const { port } = catcher.address() as AddressInfo;
  server = await TestServer.start({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await server.stop();
  catcher.close();
});

test('with SMTP_URL the confirmation goes by SMTP to exactly one address, and nothing to the outbox', async () => {
  const email = 'ada@company.example';
  await server
    .guest()
    .call('register', { body: { ...registration(email), name: 'Ada\r\nBcc: spy@company.example' } });
  await expect.poll(() => deliveries.length).toBe(1);
  expect(deliveries[0]?.recipients).toEqual([email]);
  const mail = await PostalMime.parse(deliveries[0]?.raw ?? '');
  expect(mail.subject).toBe('Confirm your Pace account');
  expect(mail.bcc).toBeUndefined();
  const enc = /\?enc=(\S+)/.exec(mail.text ?? '')?.[1] ?? '';
  expect((await server.guest().call('confirm', { query: { enc } })).status).toBe(200);
  expect(await server.mailsTo(email)).toEqual([]);
});

test('a mail that the server refuses for now is sent again', async () => {
  const before = deliveries.length;
  refusals = 1;
  await server.guest().call('register', { body: registration('later@company.example') });
  await expect.poll(() => deliveries.length, { timeout: 5000 }).toBe(before + 1);
  expect(refusals).toBe(0);
});

/** As much of RFC 5321 as a client needs to hand over a mail. */
function mailCatcher(): Server {
  return createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let delivery: Delivery = { recipients: [], raw: '' };
    let inData = false;
    say('220 catcher');
    createInterface({ input: socket }).on('line', (line) => {
      if (inData && line !== '.') {
        delivery.raw += `${line.replace(/^\.\./, '.')}\r\n`;
        return;
      }
      if (inData) {
        inData = false;
        deliveries.push(delivery);
        say('250 taken');
        return;
      }
      const recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1];
      if (recipient) delivery.recipients.push(recipient);
      if (/^MAIL/i.test(line)) {
        delivery = { recipients: [], raw: '' };
        if (refusals > 0) {
          refusals--;
          say('451 try again later');
          return;
        }
      }
      inData = /^DATA/i.test(line);
      say(inData ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok');
    });
    socket.on('error', () => undefined);
  });
}
