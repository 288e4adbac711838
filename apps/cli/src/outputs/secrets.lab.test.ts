import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { report } from '@perimeter/contract/report';
import { labTest } from '@perimeter/lab/harness';
import { planted } from '@perimeter/lab/sites/planted.data';
import { createTypesetter } from '@perimeter/report/pdf/typeset';

/** What of each planted key is secret: not the words by which its kind is known. */
const secrets = Object.entries(planted)
  .filter(([kind]) => kind !== 'publishable')
  .flatMap(([, key]) => key.replace(/^(?:sk_live_|ghp_)/, '').split(/-----[A-Z ]+-----|\n/))
  .filter((part) => part.length >= 6);

/** Runs of six characters of the secrets that stand in a text. */
const leaked = (text: string): string[] =>
  secrets.flatMap((secret) =>
    Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6)).filter((run) => text.includes(run)),
  );

labTest(
  'no run of six characters of a planted secret is in any output of an audit',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-secrets-'));
    const at = (name: string): string => path.join(folder, name);
    const names = ['json', 'sarif', 'junit', 'gitlab', 'codequality', 'csv', 'markdown', 'html', 'github', 'table'];
    const forms = names.flatMap((form) => ['-f', `${form}=${at(form)}`]);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(import.meta.dirname, '../main.ts'), 'audit', 'secrets.lab', '--mode', 'deep', ...forms],
      { encoding: 'utf8', env: { ...process.env, GITHUB_WORKSPACE: folder } },
    );
    const read = report.parse(JSON.parse(readFileSync(at('json'), 'utf8')));
    assert.ok(read.findings.some(({ checkId }) => checkId === 'js-secret'));
    const options = {
      paper: 'a4',
      verifyUrl: 'https://audit.lab/verify',
      previous: null,
      certificateSha256: 'ab'.repeat(32),
    } as const;
    writeFileSync(at('report.pdf'), createTypesetter().typeset(read, options).pdf);
    const { stdout: pdf } = spawnSync('pdftotext', [at('report.pdf'), '-'], { encoding: 'utf8' });
    assert.match(pdf, /Secret key/);
    const texts = new Map([
      ['stdout', stdout],
      ['stderr', stderr],
      ['pdf', pdf],
      ...readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')] as const),
    ]);
    assert.ok(texts.size >= names.length + 3);
    for (const [name, text] of texts) assert.deepEqual(leaked(text), [], name);
    rmSync(folder, { recursive: true });
  },
  ['pdftotext'],
);
