import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { report } from '@perimeter/contract/report';
import { labTest } from '@perimeter/lab/harness';
import { gitlabProblems, junitProblems, sarifProblems } from '@perimeter/report/testing/schemas';

labTest('real audits, one good, one bad and one without a target, fulfil the schema of every form', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-forms-lab-'));
  const at = (name: string): string => path.join(folder, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  writeFileSync(at('domains.txt'), 'good.lab\nbad.lab\nnowhere.lab\n');
  const forms = ['jsonl', 'sarif', 'junit', 'gitlab', 'csv', 'markdown'].flatMap((form) => [
    '-f',
    `${form}=${at(form)}`,
  ]);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../main.ts'), 'audit', '--targets', at('domains.txt'), '-f', 'github', ...forms],
    { encoding: 'utf8', env: { ...process.env, GITHUB_WORKSPACE: folder } },
  );
  assert.equal(status, 3);
  assert.deepEqual(sarifProblems(read('sarif')), []);
  assert.deepEqual(junitProblems(read('junit')), []);
  assert.deepEqual(gitlabProblems(read('gitlab')), []);
  const [good, bad, nowhere] = read('jsonl')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  assert.equal(report.parse(good).domain, 'good.lab');
  const { findings } = report.parse(bad);
  assert.partialDeepStrictEqual(nowhere, { status: 'failed', failure: { code: 'domain_not_found' } });
  // The audit of a name that does not exist ends before any phase, without findings and with advice.
  assert.match(stderr, /^Auditing nowhere\.lab in \d+ phases$/mu);
  assert.match(stderr, /^nowhere\.lab: audit failed\.[^\n]*\nCheck the spelling/mu);
  assert.doesNotMatch(stderr, /^nowhere\.lab: .*\[\d+\/\d+\]/mu);
  const { runs } = JSON.parse(read('sarif'));
  assert.equal(runs[1].results.length, findings.length);
  for (const { id, helpUri } of runs[1].tool.driver.rules) {
    const [, page = '', anchor] = /\/blob\/main\/(docs\/checks\/\w+\.md)#(.+)$/u.exec(helpUri) ?? [];
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../..', page), 'utf8');
    assert.ok(anchor === id && text.includes(`\n## ${id}\n`), helpUri);
  }
  // The web server's answers are in the results that depend on them.
  assert.ok(
    runs[1].results.some(
      ({ webResponse }: { webResponse?: { statusCode: number } }) => webResponse?.statusCode === 200,
    ),
  );
  assert.match(stdout, /^::error file=domains\.txt,line=2,title=bad\.lab/mu);
  rmSync(folder, { recursive: true });
});
