/** A server with the fake engines in a process of its own, for tests that kill it. */
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/server.ts';
import { fakeEngines } from './fakeEngines.ts';

const server = await startServer(readConfig(process.env), fakeEngines, pino({ level: 'silent' }));
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.stdout.write(`${server.url}\n`);
