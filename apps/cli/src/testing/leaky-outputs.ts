import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { report } from '@perimeter/contract/report';
import { leaksIn } from '@perimeter/lab/testing/leaks';
import { createTypesetter } from '@perimeter/report/pdf/typeset';

/** A site that leaks secrets, with the check that detects it. */
type LeakySite = readonly [site: string, check: string];

const forms = [
  'jsonl',
  'json',
  'sarif',
  'junit',
  'gitlab',
  'codequality',
  'csv',
  'markdown',
  'html',
  'github',
  'table',
];

/** Audits sites with one command; no run of six characters of a planted secret may be in any of its outputs. */
export function assertNoSecretIn(sites: readonly LeakySite[]): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-secrets-'));
  const at = (name: string): string => path.join(folder, name);
  const args = [
    'audit',
    ...sites.map(([site]) => site),
    '--mode',
    'deep',
    '--authorized',
    ...forms.flatMap((form) => ['-f', `${form}=${at(form === 'html' ? 'html-{domain}' : form)}`]),
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, '../main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, GITHUB_WORKSPACE: folder },
  });
  const reports = readFileSync(at('jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => report.parse(JSON.parse(line)));
  assert.deepEqual(
    reports.map(({ domain }) => domain),
    sites.map(([site]) => site),
    stderr,
  );
  const typesetter = createTypesetter();
  const options = {
    paper: 'a4',
    verifyUrl: 'https://audit.lab/verify',
    previous: null,
    certificateSha256: 'ab'.repeat(32),
  } as const;
  const texts = new Map([
    ['stdout', stdout],
    ['stderr', stderr],
    ...readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')] as const),
  ]);
  assert.equal(texts.size, forms.length - 1 + sites.length + 2);
  for (const [index, [site, check]] of sites.entries()) {
    const read = reports[index];
    assert.ok(read?.findings.some(({ checkId }) => checkId === check) === true, site);
    writeFileSync(at('report.pdf'), typesetter.typeset(read, options).pdf);
    const { stdout: pdf } = spawnSync('pdftotext', [at('report.pdf'), '-'], { encoding: 'utf8' });
    assert.notEqual(pdf, '');
    texts.set(`pdf of ${site}`, pdf);
  }
  for (const [name, text] of texts) assert.deepEqual(leaksIn(text), [], name);
  rmSync(folder, { recursive: true });
}
