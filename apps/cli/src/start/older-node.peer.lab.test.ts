// The packed command and an older Node.js are in packed.slow.test.ts; this file compares whole audits under both.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { labTest } from '@perimeter/lab/harness';
import { report } from '@perimeter/contract/report';
import { olderNode, packed } from '../testing/packed.ts';

const older = olderNode();

labTest('the package audits a domain under an older Node.js with the outcomes that it has under this one', () => {
  if (older === null) return;
  const { folder, tarball } = packed();
  assert.equal(spawnSync('tar', ['-xzf', tarball, '-C', folder]).status, 0);
  const outcomes = [process.execPath, older].map((node) => {
    const args = ['audit', 'plain.lab', '-f', 'json', '--progress', 'none'];
    const { status, stdout, stderr } = spawnSync(node, [path.join(folder, 'package/bin/perimeter.js'), ...args], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    assert.equal(status, 1, stderr);
    assert.doesNotMatch(stderr, /Warning/u);
    return report.parse(JSON.parse(stdout)).modules.flatMap(({ checks }) => checks.map((one) => [one.id, one.outcome]));
  });
  assert.deepEqual(outcomes[1], outcomes[0]);
});
