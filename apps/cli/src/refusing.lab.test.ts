import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { labTest } from '@perimeter/lab/harness';
import { exitCodes } from './exit-codes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-refusing-'));
after(() => rmSync(folder, { recursive: true }));
const evidence = path.join(folder, 'evidence.json');

function audit(...args: string[]): { status: number | null; stdout: string } {
  const main = path.join(import.meta.dirname, 'main.ts');
  return spawnSync(process.execPath, [main, 'audit', ...args], { encoding: 'utf8' });
}

const says =
  'No web server answered at 203.0.113.12 (ports 80 and 443 refuse connections), so web security was not judged';

labTest('the first sentence about a domain whose web servers refuse says so, and pipelines stop', () => {
  const { status, stdout } = audit('parked-locked.lab', '-f', 'markdown', '--save-evidence', evidence);
  const sentences = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.ok(sentences.slice(0, 3).join(' ').includes(says), stdout.slice(0, 800));
  assert.equal(status, exitCodes.noReport.code);
  assert.equal(audit('--from', evidence, '--allow-incomplete').status, exitCodes.ok.code);
});
