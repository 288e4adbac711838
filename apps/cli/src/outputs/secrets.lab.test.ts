import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { report } from '@perimeter/contract/report';
import { labTest } from '@perimeter/lab/harness';
import { leaksIn } from '@perimeter/lab/testing/leaks';
import { createTypesetter } from '@perimeter/report/pdf/typeset';

/** Sites that leak secrets, each with the check that detects it. */
const sites = [
  ['secrets.lab', 'js-secret'],
  ['leaky2-files.lab', 'file-env'],
  ['leaky2-data.lab', 'file-db-dump'],
  ['leaky2-deep.lab', 'file-ci'],
] as const;

const stated = ['--authorized'];

for (const [site, check] of sites)
  labTest(
    `no run of six characters of a planted secret is in any output of an audit of ${site}`,
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-secrets-'));
      const at = (name: string): string => path.join(folder, name);
      const names = ['json', 'sarif', 'junit', 'gitlab', 'codequality', 'csv', 'markdown', 'html', 'github', 'table'];
      const forms = names.flatMap((form) => ['-f', `${form}=${at(form)}`]);
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(import.meta.dirname, '../main.ts'), 'audit', site, '--mode', 'deep', ...stated, ...forms],
        { encoding: 'utf8', env: { ...process.env, GITHUB_WORKSPACE: folder } },
      );
      const read = report.parse(JSON.parse(readFileSync(at('json'), 'utf8')));
      assert.ok(read.findings.some(({ checkId }) => checkId === check));
      const options = {
        paper: 'a4',
        verifyUrl: 'https://audit.lab/verify',
        previous: null,
        certificateSha256: 'ab'.repeat(32),
      } as const;
      writeFileSync(at('report.pdf'), createTypesetter().typeset(read, options).pdf);
      const { stdout: pdf } = spawnSync('pdftotext', [at('report.pdf'), '-'], { encoding: 'utf8' });
      assert.notEqual(pdf, '');
      const texts = new Map([
        ['stdout', stdout],
        ['stderr', stderr],
        ['pdf', pdf],
        ...readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')] as const),
      ]);
      assert.ok(texts.size >= names.length + 3);
      for (const [name, text] of texts) assert.deepEqual(leaksIn(text), [], name);
      rmSync(folder, { recursive: true });
    },
    ['pdftotext'],
  );
