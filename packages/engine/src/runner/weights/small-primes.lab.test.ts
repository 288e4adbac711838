import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { judgeEvidence } from '../report.ts';
import { deepAudit } from '../testing/deep-audit.ts';

/** Hosts with Diffie-Hellman groups below 1024 bits, and what the finding states about the smallest. */
const hosts = { 'dh768.lab': /a prime of 768 bits/, 'fake-ccs.lab': /a prime of 512 bits/ };

for (const [host, smallest] of Object.entries(hosts))
  labTest(`${host} is audited from end to end: Logjam is critical, and the score at most 49`, async () => {
    const evidence = await deepAudit(host);
    const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
    const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
    assert.ok(judged.ok, judged.ok ? '' : judged.failure.code);
    const { score, findings } = judged.report;
    const logjam = findings.find(({ checkId }) => checkId === 'vuln-logjam');
    assert.deepEqual([logjam?.severity, logjam?.confidence], ['critical', 'confirmed']);
    assert.match(logjam?.description ?? '', smallest);
    assert.ok(score.total <= 49 && score.grade === 'F', `${score.total} ${score.grade}`);
    assert.ok(score.caps.some(({ limit, checkId }) => limit === 49 && checkId === 'vuln-logjam'));
  });
