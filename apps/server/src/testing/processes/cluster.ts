import { auditStarted } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServiceProcess } from '../child.ts';
import { startSystemPostgres, systemPostgresMissing, type SystemPostgres } from './system-postgres.ts';

/** Starts an audit at an API; returns its id. */
export async function start(url: string, domain: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `cluster-${domain}` };
  for (;;) {
    const answer = await fetch(`${url}/api/audit/start`, { method: 'POST', headers, body: JSON.stringify({ domain }) });
    const body: unknown = await answer.json();
    if (answer.status === 202) return auditStarted.parse(body).id;
    // An overloaded service refuses requests temporarily.
    assert.equal(problem.parse(body).code, 'service_unavailable');
    await sleep(1_000);
  }
}

/** Several processes on one PostgreSQL server: two APIs, and workers on request. */
export interface Cluster {
  /** The server, which a test can kill and restart. */
  server: () => SystemPostgres;
  /** The environment of another process. */
  env: (more?: Record<string, string>) => Record<string, string>;
  worker: (phaseMs: number) => Promise<ServiceProcess>;
  /** The URL of one of the APIs. */
  urlOf: (n: number) => string;
  /** Ends one of the APIs as if its machine had failed. */
  killApi: (n: number) => Promise<unknown>;
}

/** Starts a server and two APIs before the tests of a file, and ends them afterwards; with `apiEnv` for the APIs alone. */
export function clusterForTests(apiEnv: Readonly<Record<string, string>> = {}): Cluster {
  let system: SystemPostgres | undefined;
  let apis: ServiceProcess[] = [];
  const server = (): SystemPostgres => system ?? assert.fail('The server was not started');
  const env = (more: Record<string, string> = {}): Record<string, string> => ({
    DATABASE_URL: server().url,
    PERIMETER_LOG_LEVEL: 'silent',
    ...more,
  });
  before(async () => {
    if (systemPostgresMissing !== false) return;
    system = await startSystemPostgres();
    apis = await Promise.all([0, 1].map(async () => startProcess(env({ PERIMETER_ROLE: 'api', ...apiEnv }))));
  });
  after(async () => {
    await Promise.all(apis.map(async (api) => api.end('SIGKILL')));
    await system?.stop();
  });
  return {
    server,
    env,
    worker: async (phaseMs) =>
      startProcess(env({ PERIMETER_ROLE: 'worker', TEST_PHASE_MS: String(phaseMs), PERIMETER_CONCURRENCY: '2' })),
    urlOf: (n) => apis[n % apis.length]?.url ?? '',
    killApi: async (n) => apis[n]?.end('SIGKILL'),
  };
}
