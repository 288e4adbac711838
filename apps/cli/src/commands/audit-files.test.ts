import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { renderForm } from '@perimeter/report/forms/forms';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { runCommandLine } from '../testing/command-line.ts';
import { at, read, audit } from '../testing/audited-forms.ts';

test('an existing file is replaced as a whole: permissions and links stay, and no temporary file remains', async () => {
  mkdirSync(at('g'));
  writeFileSync(at('g/old.json'), 'x'.repeat(1_000_000));
  chmodSync(at('g/old.json'), 0o640);
  symlinkSync('old.json', at('g/link.json'));
  const before = statSync(at('g/old.json')).ino;
  await runCommandLine(['audit', 'a.org', '-f', `json=${at('g/link.json')}`], { audit });
  assert.equal(JSON.parse(read('g/old.json')).domain, 'a.org');
  assert.ok(lstatSync(at('g/link.json')).isSymbolicLink());
  assert.equal(statSync(at('g/old.json')).mode & 0o777, 0o640);
  assert.notEqual(statSync(at('g/old.json')).ino, before);
  assert.deepEqual(readdirSync(at('g')).toSorted(), ['link.json', 'old.json']);
});

test("GitHub's step summary is appended to", async () => {
  writeFileSync(at('summary.md'), 'before\n');
  const env = { GITHUB_STEP_SUMMARY: at('summary.md') };
  await runCommandLine(['audit', 'a.org', '-f', `md=${at('summary.md')}`], { audit, env });
  assert.match(read('summary.md'), /^before\n# a\.org: C, 69 of 100 \(76 without limits\)\n/u);
});

test('a hyphen is stdout', async () => {
  for (const args of [
    ['-f', 'sarif=-'],
    ['-f', 'sarif', '-o', '-'],
  ]) {
    const { stdout } = await runCommandLine(['audit', 'audited.org', ...args]);
    assert.equal(stdout, renderForm('sarif', sampleReport));
  }
});

test('stdout given as a device is appended to, even if the shell redirected it to a file', () => {
  const offline = path.join(import.meta.dirname, '../testing/perimeter-offline.ts');
  const script = `echo before; "${process.execPath}" "${offline}" audit a.org -f csv=/dev/stdout --fail-on none --progress none; echo after`;
  assert.equal(spawnSync('bash', ['-c', `(${script}) > "${at('shell.txt')}"`]).status, 0);
  assert.match(read('shell.txt'), /^before\n"domain"[^]*\nafter\n$/u);
});

test('a device is written to directly', async () => {
  const { code } = await runCommandLine(['audit', 'a.fine.org', '-f', 'json=/dev/null'], { audit });
  assert.equal(code, 0);
  assert.ok(statSync('/dev/null').isCharacterDevice());
});

test('a format that cannot be written does not prevent the others', async () => {
  mkdirSync(at('h'));
  const args = ['-f', `sarif=${at('h/x.sarif')}`, '-f', `junit=${at('h.xml')}`];
  const { code, stderr } = await runCommandLine(['audit', 'a.fine.org', ...args], {
    audit: (request) => {
      rmSync(at('h'), { recursive: true });
      return audit(request);
    },
  });
  assert.equal(code, 2);
  assert.match(stderr, /Cannot write the output file .*x\.sarif: no such file or directory/u);
  assert.match(read('h.xml'), /<testsuites/u);
});

test('an interruption leaves the files of earlier runs unchanged', async () => {
  writeFileSync(at('i.sarif'), 'of an earlier run');
  const interruption = new AbortController();
  const ran = await runCommandLine(
    ['audit', 'a.org', 'b.org', '--parallel', '1', '-f', 'jsonl', '-f', `sarif=${at('i.sarif')}`],
    {
      signal: interruption.signal,
      audit: async (request) => {
        if (request.domain === 'a.org') return audit(request);
        interruption.abort('SIGINT');
        return new Promise(() => {});
      },
    },
  );
  assert.equal(ran.code, 130);
  assert.equal(ran.stdout.trimEnd().split('\n').length, 1);
  assert.match(
    ran.stderr,
    /b\.org was interrupted, so there is no report; 1 audit had completed, and no file was written/u,
  );
  assert.equal(read('i.sarif'), 'of an earlier run');
});
