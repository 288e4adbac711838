import { auditStarted, type AuditState, hasEnded } from '@perimeter/contract/audit';
import { report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { until } from '../testing/processes/poll-audit.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const skip = process.env['PERIMETER_LAB'] === '1' ? false : 'PERIMETER_LAB is not 1: run it inside the lab';

function labSettings(): Record<string, string> {
  const names = ['PERIMETER_RESOLVERS', 'PERIMETER_ALLOW_NETWORKS', 'PERIMETER_TRUST_ANCHORS', 'NODE_EXTRA_CA_CERTS'];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

const dataDir = await temporaryDirectory();
// first-hour.lab.test.ts starts main.ts itself.
const env = { ...labSettings(), PERIMETER_DATA_DIR: dataDir, TEST_ENGINE: 'real' };
let service: ServiceProcess;
before(async () => {
  if (skip === false) service = await startProcess(env);
});
after(async () => {
  if (skip === false) await service.end('SIGTERM');
});

async function start(domain: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/api/audit/start`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ domain }),
  });
  assert.equal(answer.status, 202);
  return auditStarted.parse(await answer.json());
}

async function readReport(id: string) {
  const answer = await fetch(`${service.url}/api/audit/${id}/report`);
  assert.equal(answer.status, 200);
  return report.parse(await answer.json());
}

test(
  'a name that does not exist fails at once as domain_not_found, with a hint and without findings',
  { skip },
  async () => {
    const { id } = await start('no-such-name-here.lab');
    const seen: AuditState[] = [];
    const { failure } = await until(service.url, id, (state) => {
      seen.push(state);
      return hasEnded(state);
    });
    assert.deepEqual([failure?.code, failure?.hint], ['domain_not_found', 'Check the spelling of the domain.']);
    assert.deepEqual(new Set(seen.map(({ summary }) => summary.findingsCount)), new Set([0]));
    // It must end before the first phase does: other probes would take minutes of time-outs.
    assert.deepEqual(new Set(seen.map(({ phasesCompleted }) => phasesCompleted)), new Set([0]));
  },
);

test(
  'a lab site is audited from start to report, although its process is killed during its probes',
  { skip },
  async () => {
    const started = await start('good.lab');
    await until(service.url, started.id, ({ percentComplete }) => percentComplete > 0);
    await service.end('SIGKILL');
    service = await startProcess(env);
    const ended = await until(service.url, started.id, hasEnded);
    assert.equal(ended.status, 'completed', JSON.stringify(ended.failure));
    const read = await readReport(started.id);
    assert.equal(read.id, started.id);
    assert.equal(read.modules.length, started.phasesTotal);
    assert.equal(ended.currentPhase, read.modules.at(-1)?.phase);
    assert.equal(ended.summary.findingsCount, read.findings.length);
    assert.equal(ended.summary.checksExecuted, read.modules.flatMap(({ checks }) => checks).length);
  },
);
