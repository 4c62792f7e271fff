import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unvModel } from './support/fakeEngines.ts';
import { TestServer, type Client } from './support/testServer.ts';

const TOKEN = 'a token of some length';

describe('metrics', () => {
  let server: TestServer;
  let user: Client;
  beforeAll(async () => {
    server = await TestServer.start({ environment: { PACE_METRICS_TOKEN: TOKEN } });
    user = await server.newUser();
  });
  afterAll(() => server.stop());

  const read = async (token = TOKEN) => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  const value = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length),
    );

  test('count requests, runs and what waits, for who has the token only', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id);
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    await user.startSolver((await user.projectWithMesh(unvModel())).id, { numberofiterations: 60_000 });
    const waiting = await user.projectWithMesh(unvModel());
    await user.startSolver(waiting.id);
    await user.waitFor(waiting.id, ({ solverState }) => solverState.waitingFor === 'slot');

    const { status, type, text } = await read();
    expect(status).toBe(200);
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(value(text, 'pace_runs_ended_total{kind="solver",outcome="Finished",code=""}')).toBe(1);
    expect(value(text, 'pace_runs_ended_total{kind="import",outcome="Finished",code=""}')).toBe(3);
    expect(value(text, 'pace_runs_running{kind="solver"}')).toBe(1);
    expect(value(text, 'pace_runs_waiting{kind="solver"}')).toBe(1);
    expect(value(text, 'pace_runs_waiting_for{reason="slot"}')).toBe(1);
    expect(value(text, 'pace_runs_oldest_wait_seconds{kind="solver"}')).toBeGreaterThan(0);
    expect(value(text, 'pace_solver_core_seconds_total')).toBeGreaterThan(0);
    expect(value(text, 'pace_leases_lost_total')).toBe(0);
    expect(value(text, 'pace_workers{engine="local",state="alive"}')).toBe(1);
    expect(value(text, 'pace_workers{engine="local",state="silent"}')).toBe(0);
    expect(text).toMatch(/^pace_worker_last_report_seconds\{host="[^"]+",process="\d+"\} \d/m);
    expect(value(text, 'pace_disk_free_bytes')).toBeGreaterThan(0);
    expect(value(text, 'pace_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
    expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(
      value(
        text,
        'pace_http_request_duration_seconds_count{method="POST",route="/api/solver/solver-run",status="200"}',
      ),
    ).toBe(3);

    expect((await read('something else')).status).toBe(401);
    for (const { id: project } of [waiting]) await user.call('cancel', { body: { projectId: project } });
  });

  test('tell no names, addresses or mail of anybody', async () => {
    const { text } = await read();
    expect(text).not.toMatch(/@|127\.0\.0\.1|Lovelace/);
  });
});

test('metrics are nowhere unless they are asked for', async () => {
  const server = await TestServer.start();
  try {
    const response = await fetch(`${server.url}/metrics`);
    expect(await response.text()).not.toContain('pace_runs_waiting');
  } finally {
    await server.stop();
  }
});
