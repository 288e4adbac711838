import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathFor, siblingOf } from './path.ts';
import { deepPaths, standardPaths } from './paths.data.ts';

test("'each path is listed once'", () => {
  const all = [...standardPaths, ...deepPaths].map((one) => pathFor(one, 'site.lab'));
  assert.equal(new Set(all).size, all.length);
  assert.ok(standardPaths.length <= 54 && deepPaths.length <= 100, `${standardPaths.length} ${deepPaths.length}`);
  for (const path of all)
    assert.ok(path.startsWith('/') && new URL(path, 'https://site.lab').href.endsWith(path), path);
});

test('a sibling differs in one letter of the last segment', () => {
  const rows = [
    ['/.env', '/.envq'],
    ['/.git/HEAD', '/.git/HEADq'],
    ['/uploads/', '/uploadsq/'],
    ['/phpinfo.php', '/phpinfoq.php'],
    ['/wp-config.php~', '/wp-configq.php~'],
    ['/wp-json/wp/v2/users?per_page=1&_fields=id', '/wp-json/wp/v2/usersq?per_page=1&_fields=id'],
  ] as const;
  for (const [path, sibling] of rows) assert.equal(siblingOf(path, 'q'), sibling);
  for (const one of [...standardPaths, ...deepPaths])
    assert.equal(siblingOf(one.path, 'q').length, one.path.length + 1, one.path);
});
