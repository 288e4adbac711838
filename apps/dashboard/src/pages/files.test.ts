import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rendered } from '../testing/rendered.ts';

const sources = path.resolve(import.meta.dirname, '..');

test('no link saves whatever it is answered with: files have their names from the answers that send them', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources, exclude: (name) => name.endsWith('.test.ts') });
  assert.ok(files.length > 100, `${files.length} files`);
  const saving = /<a\b[^>]*\sdownload\b|\.download\s*=|createObjectURL|setAttribute\('download'/u;
  const found = files.filter((file) => saving.test(readFileSync(path.join(sources, file), 'utf8')));
  assert.deepEqual(found, []);
});

const pdf = {
  name: 'pdf' as const,
  id: 'aud_1',
  domain: 'good.lab',
  paper: 'us-letter' as const,
  detail: 'brief' as const,
  state: 'making' as const,
  afterSeconds: 2,
  reason: null,
};

test('the page of a PDF asks again without script while there is something to wait for, and then leads to the file', () => {
  const refresh = (html: string): string | undefined => /http-equiv="refresh" content="([^"]*)"/i.exec(html)?.[1];
  assert.equal(refresh(rendered(pdf)), '2');
  assert.equal(refresh(rendered({ ...pdf, state: 'queued', afterSeconds: 5 })), '5');
  const ready = rendered({ ...pdf, state: 'ready' }, { base: '/perimeter' });
  assert.equal(refresh(ready), '1; url=/perimeter/api/audit/aud_1/report/pdf?paper=us-letter');
  const failed = rendered({ ...pdf, state: 'failed', afterSeconds: 30, reason: 'No signing key is available' });
  assert.equal(refresh(failed), undefined);
  assert.match(failed, /No signing key is available\. The report itself is not affected/);
  assert.match(failed, /data-seconds="30"/);
});
