import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isOpenPath, packageExports } from './exports.ts';
import { openRooms } from './open-rooms.data.ts';
import { repoRoot } from './repo-root.ts';

test('a package exports exactly what others import, without patterns', () => {
  for (const { path: manifest, text } of packageExports()) {
    const folder = path.dirname(manifest);
    const { exports } = JSON.parse(text);
    const files: unknown[] = Object.values(exports);
    const all = globSync('src/**/*.ts', { cwd: folder }).map((file) => `./${file.split(path.sep).join('/')}`);
    const name = path.relative(repoRoot, folder);
    assert.ok(files.length > 0, `${name} exports ${files.length} files`);
    assert.ok(!text.includes('*'), `${name} exports a pattern`);
    for (const file of files) assert.ok(all.includes(String(file)), `${name}: ${String(file)}`);
  }
});

test('a package that nothing imports from exports nothing', () => {
  for (const folder of ['apps/cli', 'bench']) {
    const { exports } = JSON.parse(readFileSync(path.join(repoRoot, folder, 'package.json'), 'utf8'));
    assert.deepEqual(exports, {}, `${folder} exports something`);
  }
});

test('a package opens the rooms in its list, and each of them is imported', () => {
  assert.equal(isOpenPath('engine', 'modules/registry'), true);
  assert.equal(isOpenPath('engine', 'modules/derive/http/site'), false);
  assert.equal(isOpenPath('engine', 'networks/x'), false);
  assert.equal(isOpenPath('cli', 'main'), false);
  const manifests = packageExports().map(({ text }): { name: string; exports: object } => JSON.parse(text));
  for (const { name, exports } of manifests) {
    const paths = Object.keys(exports).map((one) => one.slice(2));
    for (const [room] of openRooms[name.replace('@perimeter/', '')] ?? [])
      assert.ok(
        paths.some((one) => room === '' || one === room || one.startsWith(`${room}/`)),
        `${name} opens ${room} to nobody`,
      );
  }
});
