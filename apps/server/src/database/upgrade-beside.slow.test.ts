// During a rolling upgrade, processes of both versions share a database.
import { auditStarted, auditState } from '@perimeter/contract/audit';
import { report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startProcess } from '../testing/child.ts';
import { checkOut, commitBeforeMigration } from './testing/earlier-checkout.ts';
import pg from 'pg';
import { startSystemPostgres, systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const commit = commitBeforeMigration();
const skip =
  systemPostgresMissing || (commit === null && 'the history of this checkout has no commit before the migration');

describe('an API of the version before the latest migration beside a current worker', { skip }, () => {
  test('audits start, run, and can be polled and read; after an upgrade the API reads them too', async (t) => {
    const system = await startSystemPostgres();
    t.after(system.stop);
    const env = { DATABASE_URL: system.url, PERIMETER_LOG_LEVEL: 'error', TEST_PHASE_MS: '10' };
    const old = await startProcess({ ...env, PERIMETER_ROLE: 'api' }, await checkOut(commit ?? assert.fail()));
    t.after(async () => old.end('SIGKILL'));

    const start = async (url: string, domain: string, more = {}): Promise<string> => {
      const answer = await fetch(`${url}/api/audit/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ domain, ...more }),
      });
      assert.equal(answer.status, 202, old.logged());
      return auditStarted.parse(await answer.json()).id;
    };
    const completed = async (url: string, id: string): Promise<void> => {
      for (;;) {
        const answer = await fetch(`${url}/api/audit/${id}`, { headers: { prefer: 'wait=5' } });
        assert.equal(answer.status, 200);
        const { status } = auditState.parse(await answer.json());
        if (status === 'completed') return;
        assert.notEqual(status, 'failed');
      }
    };
    const readReport = async (url: string, id: string): Promise<string> => {
      const answer = await fetch(`${url}/api/audit/${id}/report`);
      assert.equal(answer.status, 200);
      return report.parse(await answer.json()).id;
    };

    // Queued before the worker migrates the database.
    const waiting = await start(old.url, 'before.net');
    const worker = await startProcess({ ...env, PERIMETER_ROLE: 'worker' });
    t.after(async () => worker.end('SIGKILL'));
    const later = await start(old.url, 'after.net', { scanMode: 'deep' });
    for (const id of [waiting, later]) {
      await completed(old.url, id);
      assert.equal(await readReport(old.url, id), id);
    }

    const api = await startProcess({ ...env, PERIMETER_ROLE: 'api' });
    t.after(async () => api.end('SIGKILL'));
    assert.equal(await readReport(api.url, waiting), waiting);
    const newest = await start(api.url, 'newest.net');
    await completed(old.url, newest);
    assert.equal(await readReport(old.url, newest), newest);
    assert.equal(old.logged(), '');
  });

  test('a process of this version restarts on the schema of a later version', async (t) => {
    const system = await startSystemPostgres();
    t.after(system.stop);
    const env = { DATABASE_URL: system.url, PERIMETER_LOG_LEVEL: 'error', PERIMETER_ROLE: 'worker' };
    assert.equal(await (await startProcess(env)).end('SIGTERM'), 0);
    const client = new pg.Client({ connectionString: system.url });
    await client.connect();
    await client.query(
      `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`,
    );
    await client.end();
    const again = await startProcess(env);
    assert.equal(await again.end('SIGTERM'), 0);
    assert.equal(again.logged(), '');
  });
});
