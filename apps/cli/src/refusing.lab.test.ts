import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { labTest } from '@perimeter/lab/harness';
import { exitCodes } from './exit-codes.ts';

/** The command's output and exit code for a domain whose addresses all refuse ports 80 and 443. */
function auditRefusing(...more: string[]): { status: number | null; stdout: string } {
  const main = path.join(import.meta.dirname, 'main.ts');
  return spawnSync(process.execPath, [main, 'audit', 'parked-locked.lab', ...more], { encoding: 'utf8' });
}

const says =
  'No web server answered at 203.0.113.12 (ports 80 and 443 refuse connections), so web security was not judged';

labTest('the first sentence about a domain whose web servers refuse says so, and pipelines stop', () => {
  const { status, stdout } = auditRefusing('-f', 'markdown');
  const sentences = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.ok(sentences.slice(0, 3).join(' ').includes(says), stdout.slice(0, 800));
  assert.equal(status, exitCodes.noReport.code);
  assert.equal(auditRefusing('--allow-incomplete').status, exitCodes.ok.code);
});
