import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { absentVectors, publishedVectors, vectorsDirectory } from './published-vectors.ts';

test('vectors are found where the environment says, and a wrong directory is no reason to skip', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vectors-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'x.json'), '{}');
  const env = { PERIMETER_TEST_VECTORS: folder };
  assert.equal(publishedVectors('x.json', env), path.join(folder, 'x.json'));
  assert.throws(() => publishedVectors('y.json', env), /PERIMETER_TEST_VECTORS: .*y\.json does not exist/);
  assert.equal(publishedVectors('none.json', {}), null);
  assert.match(vectorsDirectory({}), /shared.vectors$/);
  assert.match(absentVectors('none.json'), /set PERIMETER_TEST_VECTORS to their directory$/);
});
