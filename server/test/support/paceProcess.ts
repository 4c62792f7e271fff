import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Role } from '../../src/roles.ts';
import { wordsOf } from './builtPrograms.ts';
import { TestServer } from './testServer.ts';

/** A process of the product with the fake engines, to be killed, paused or stopped. */
export class PaceProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    this.ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  }

  /** Resolves when it listens. */
  static async start(role: Role, environment: Record<string, string>): Promise<PaceProcess> {
    const child = spawn(process.execPath, [...wordsOf('crashServer'), role], {
      env: { ...process.env, PORT: '0', PACE_WORKER_PORT: '0', PACE_DEMO: '0', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [first] = (await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the ${role} process ended with ${code} before it listened`);
      }),
    ])) as [Buffer];
    return new PaceProcess(child, first.toString().trim());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** The signal that it ended by, or null. */
  readonly ended: Promise<NodeJS.Signals | null>;

  /** Sends a signal that ends it, and waits until it has. */
  async end(name: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(name);
    await ended;
  }

  /** For clients of tests. */
  asServer(dataDir: string): TestServer {
    return Object.create(TestServer.prototype, {
      url: { value: this.url },
      dataDir: { value: dataDir },
    }) as TestServer;
  }
}
