import { ConfigError, readConfig } from './config/config.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from './demo/demoAccount.ts';
import { enginesOf } from './engines/select.ts';
import { openLog, describeError } from './log.ts';
import { followStarter } from './followStarter.ts';
import { readRole, requireShared } from './roles.ts';
import { startServer } from './server.ts';
import { startProblem } from './startProblem.ts';
import { startWatchdog } from './watchdog.ts';
import { startWorker } from './worker.ts';
import { DirectoryLocked } from './storage/directoryLock.ts';

/** A stop that takes longer has hung; the runs' leases see to the rest. */
const STOP_TIMEOUT_MS = 8000;

async function main(): Promise<void> {
  const { role, engine } = readRole(process.argv.slice(2));
  const config = readConfig(process.env);
  requireShared(role, config);
  startWatchdog(config.watchdogSeconds);
  const log = openLog({ level: config.logLevel, role });
  const engines = enginesOf({ ...config.engines, engine: engine ?? config.engines.engine });
  const starting =
    role === 'worker' ? startWorker(config, engines, log) : startServer(config, engines, log, role);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the server did not stop in good order');
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  followStarter(stop);
  const server = await starting;
  if (!('services' in server)) {
    process.stdout.write(`\nThe worker is ready: ${server.url}/ready\n`);
    return;
  }
  if (role === 'api' && config.secret === undefined)
    log.warn(
      'PACE_SECRET is not set: give every web process the same, or log-ins of one are refused by the others',
    );
  process.stdout.write(`\nPace is ready: ${server.services.publicUrl()}\n`);
  if (config.demo) process.stdout.write(`Demo account: ${DEMO_EMAIL}, password ${DEMO_PASSWORD}\n\n`);
}

main().catch((error: unknown) => {
  const isExplained =
    error instanceof ConfigError || error instanceof DirectoryLocked || isAddressInUse(error);
  const sentence = isExplained ? sentenceOf(error) : startProblem(error, process.env['DATA_DIR'] ?? './data');
  process.stderr.write(`${sentence ?? JSON.stringify(describeError(error), null, 2)}\n`);
  process.exit(1);
});

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function sentenceOf(error: unknown): string {
  if (isAddressInUse(error)) return 'The port is in use by another program. Set PORT to a free one.';
  return error instanceof Error ? error.message : String(error);
}
