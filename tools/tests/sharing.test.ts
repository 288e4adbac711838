import assert from 'node:assert/strict';
import { test } from 'node:test';
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
