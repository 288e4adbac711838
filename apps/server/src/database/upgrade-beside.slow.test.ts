// During a rolling upgrade, processes of both versions share a database.
import { auditStarted, auditState } from '@perimeter/contract/audit';
import { report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startService } from '../process/service.ts';
import { startProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { startEmbedded } from './embedded/start.ts';
import { checkOut, commitBeforeMigration, emptyDatabase, pretendLaterMigration } from './testing/earlier-checkout.ts';

const commit = commitBeforeMigration();
const skip = commit === null && 'the history of this checkout has no commit before the migration';
const secret = 'a secret that all processes of a test share';

/** A process of this version: all that makes it a process of its own is its connections. */
const startCurrent = async (url: string, role: string) =>
  startService(
    testSettings('', { DATABASE_URL: url, PERIMETER_SECRET: secret, PERIMETER_ROLE: role }),
    deterministicEngine(10),
    lazily,
  );

describe('an API of the version before the latest migration beside a current worker', { skip }, () => {
  let url = '';
  const stops: (() => Promise<unknown>)[] = [];
  before(async () => {
    const server = await startEmbedded(await preparedDirectory());
    stops.push(server.stop);
    url = await emptyDatabase(server.connection);
  });
  after(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  test('audits start, run, and can be polled and read; after an upgrade the API reads them too', async () => {
    const env = { DATABASE_URL: url, PERIMETER_LOG_LEVEL: 'error', PERIMETER_ROLE: 'api' };
    const old = await startProcess(env, await checkOut(commit ?? assert.fail()));
    stops.push(async () => old.end('SIGKILL'));

    const start = async (api: string, domain: string, more = {}): Promise<string> => {
      const answer = await fetch(`${api}/api/audit/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ domain, ...more }),
      });
      assert.equal(answer.status, 202, old.logged());
      return auditStarted.parse(await answer.json()).id;
    };
    const completed = async (api: string, id: string): Promise<void> => {
      for (;;) {
        const answer = await fetch(`${api}/api/audit/${id}`, { headers: { prefer: 'wait=5' } });
        assert.equal(answer.status, 200);
        const { status } = auditState.parse(await answer.json());
        if (status === 'completed') return;
        assert.notEqual(status, 'failed');
      }
    };
    const readReport = async (api: string, id: string): Promise<string> => {
      const answer = await fetch(`${api}/api/audit/${id}/report`);
      assert.equal(answer.status, 200);
      return report.parse(await answer.json()).id;
    };

    // Queued before the worker migrates the database.
    const waiting = await start(old.url, 'before.net');
    const worker = await startCurrent(url, 'worker');
    stops.push(worker.stop);
    const later = await start(old.url, 'after.net', { scanMode: 'deep' });
    for (const id of [waiting, later]) {
      await completed(old.url, id);
      assert.equal(await readReport(old.url, id), id);
    }

    const api = await startCurrent(url, 'api');
    stops.push(api.stop);
    assert.equal(await readReport(String(api.url), waiting), waiting);
    const newest = await start(String(api.url), 'newest.net');
    await completed(old.url, newest);
    assert.equal(await readReport(old.url, newest), newest);
    assert.equal(old.logged(), '');
  });

  test('a process of this version restarts on the schema of a later version', async () => {
    await pretendLaterMigration(url);
    const again = await startCurrent(url, 'all');
    stops.push(again.stop);
    assert.equal((await fetch(`${again.url}/ready`)).status, 200);
  });
});
