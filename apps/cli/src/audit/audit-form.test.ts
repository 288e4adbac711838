import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { auditForm } from './audit-form.ts';

const engine = path.join(import.meta.dirname, '../../../../packages/engine/src');

test('the help names every variable that the engine reads', () => {
  const files = globSync('{net,pki,settings}/**/*.ts', { cwd: engine }).filter((file) => !file.endsWith('.test.ts'));
  const read = files.flatMap(
    (file) => readFileSync(path.join(engine, file), 'utf8').match(/\bPERIMETER_[A-Z_]+/g) ?? [],
  );
  assert.ok(read.length > 20);
  const help = JSON.stringify(auditForm.after);
  assert.deepEqual(
    [...new Set(read)].filter((name) => !new RegExp(`\\b${name}\\b`).test(help)),
    [],
  );
});
