import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { auditedOnce } from './audited-once.ts';

const golden = path.resolve(import.meta.dirname, '../../../golden/good.lab.evidence.json');

test('evidence from another file of the run is reused, and one in progress is waited for', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-measured-'));
  process.env['PERIMETER_MEASURED'] = folder;
  t.after(() => {
    delete process.env['PERIMETER_MEASURED'];
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'tls.good.lab.json');
  mkdirSync(`${file}.claim`);
  const waiting = auditedOnce('tls', 'good.lab');
  copyFileSync(golden, `${file}.part`);
  renameSync(`${file}.part`, file);
  const stored: unknown = JSON.parse(readFileSync(golden, 'utf8'));
  assert.deepEqual(await waiting, stored);
  assert.deepEqual(await auditedOnce('tls', 'good.lab'), stored);
});

test('a process that fails to audit leaves the host to the next', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-measured-'));
  process.env['PERIMETER_MEASURED'] = folder;
  t.after(() => {
    delete process.env['PERIMETER_MEASURED'];
    rmSync(folder, { recursive: true });
  });
  const bad = process.env['PERIMETER_RESOLVERS'];
  process.env['PERIMETER_RESOLVERS'] = 'no address';
  t.after(() => {
    if (bad === undefined) delete process.env['PERIMETER_RESOLVERS'];
    else process.env['PERIMETER_RESOLVERS'] = bad;
  });
  await assert.rejects(auditedOnce('tls', 'good.lab'));
  assert.ok(!existsSync(path.join(folder, 'tls.good.lab.json.claim')));
});
