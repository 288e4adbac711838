import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { begins, beginOf, ends, endOf, mayShare } from './sharing.ts';

for (const [text, shares] of [
  ['const service = await serviceForTests(engine);\nafter(service.stop);', true],
  ["spawn('node', [], { env: { ...process.env, PORT: '0' } });", true],
  ["process.env['PORT'] = '0';", false],
  ["process.env.PORT = '0';", false],
  ["delete process.env['PORT'];", false],
  ["process.once('SIGTERM', stop);", false],
  ["process.chdir('/');", false],
  ['const before = process.memoryUsage.rss();', false],
  ["readlinkSync('/proc/self/fd/3');", false],
  ['globalThis.fetch = null;', false],
] as const)
  test(`${text} ${shares ? 'shares its process' : 'runs in a process of its own'}`, () => {
    assert.equal(mayShare(text), shares);
  });

test('the marks of a file are read back, and lines of tests are none', () => {
  const ended = { ok: true, seconds: 1.5, cpuSeconds: null };
  assert.deepEqual([begins(beginOf('a b.test.ts')), ends(endOf(ended))], ['a b.test.ts', ended]);
  assert.deepEqual(
    [begins('✔ begins: a'), ends('ends: {}'), ends(beginOf('a')), begins(endOf(ended))],
    [null, null, null, null],
  );
});

test('no module that tests share sets a hook as it is loaded, which would belong to the first file that imports it', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const modules = globSync('{packages,apps,lab,tools}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  const shared = modules.filter((name) => !name.endsWith('.test.ts'));
  assert.ok(shared.length > 1000);
  const hooked = shared.filter((name) =>
    /^(?:before|after)(?:Each)?\(/mu.test(readFileSync(path.join(root, name), 'utf8')),
  );
  assert.deepEqual(hooked, []);
});
