import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { labTest } from '@perimeter/lab/harness';
import { repoRoot } from './generate/repo-root.ts';

const page = readFileSync(join(repoRoot, 'README.md'), 'utf8');
const lines = /<!-- example: service -->\n```sh\n([^]*?)```/u.exec(page)?.[1] ?? '';

/** Ends the service in a process group, and waits until its database has closed its files. */
async function endService(leader: number, dataFolder: string): Promise<void> {
  process.kill(-leader, 'SIGTERM');
  while (existsSync(join(dataFolder, 'postgres/data/postmaster.pid'))) await setTimeout(100);
}

labTest('the lines of the README lead from no account to a signed PDF, pasted at once', async () => {
  assert.equal(lines.trimEnd().split('\n').length, 5);
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-readme-'));
  const log = join(folder, 'log');
  const output = openSync(log, 'w');
  const script = lines
    .replace('"domain":"your-domain.tld"', '"domain":"good.lab"')
    .replaceAll(' report.pdf', ` ${join(folder, 'report.pdf')}`);
  // A separate process group, so that the background service can be ended with its script.
  const started = `npm start &\nuntil grep -q 'Perimeter is ready' ${log}; do sleep 0.2; done\n`;
  const shell = spawn('bash', ['-c', started + script], {
    cwd: repoRoot,
    detached: true,
    env: { ...process.env, PERIMETER_DATA_DIR: join(folder, 'data'), PERIMETER_LOG_LEVEL: 'warn' },
    stdio: ['ignore', output, output],
  });
  assert.ok(shell.pid !== undefined);
  try {
    const [code] = await once(shell, 'exit');
    const said = readFileSync(log, 'utf8');
    assert.equal(code, 0, said);
    assert.match(said, /Intact: the file is unchanged/u);
    assert.equal(readFileSync(join(folder, 'report.pdf')).subarray(0, 5).toString('latin1'), '%PDF-');
  } finally {
    await endService(shell.pid, join(folder, 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
});
