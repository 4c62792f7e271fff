/** A server, web process or worker with the fake engines in a process of its own, for tests that kill it. */
import { openLog } from '../../src/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { meshStep } from '../../src/engines/index.ts';
import { readRole, requireShared } from '../../src/roles.ts';
import { startServer } from '../../src/server.ts';
import { startWatchdog } from '../../src/watchdog.ts';
import { startWorker } from '../../src/worker.ts';
import { fakeEngines } from './fakeEngines.ts';

const { role } = readRole(process.argv.slice(2));
const config = readConfig({ PACE_LOG: 'silent', ...process.env });
requireShared(role, config);
// The real mesher, where a test names it.
const engines = process.env['PACE_TEST_MESHER'] === 'gmsh' ? { ...fakeEngines, meshStep } : fakeEngines;
const log = openLog({ level: config.logLevel });
const running =
  role === 'worker' ? await startWorker(config, engines, log) : await startServer(config, engines, log, role);
startWatchdog(config.watchdogSeconds);
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`${running.url}\n`);
