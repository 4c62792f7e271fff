/** A server, web process or worker with the fake engines in a process of its own, for tests that kill it. */
import { openLog } from '../../src/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { readRole, requireShared } from '../../src/roles.ts';
import { startServer } from '../../src/server.ts';
import { startWorker } from '../../src/worker.ts';
import { fakeEngines } from './fakeEngines.ts';

const { role } = readRole(process.argv.slice(2));
const config = readConfig({ PACE_LOG: 'silent', ...process.env });
requireShared(role, config);
const log = openLog({ level: config.logLevel });
const running =
  role === 'worker'
    ? await startWorker(config, fakeEngines, log)
    : await startServer(config, fakeEngines, log, role);
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`${running.url}\n`);
