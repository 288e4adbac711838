import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

const bin = path.resolve(import.meta.dirname, '../bin/perimeter.js');

const majorOf = (node: string): number =>
  Number(/^v(\d+)/u.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0);

/** An installed Node.js that cannot run TypeScript. */
const older = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const major = existsSync(node) ? majorOf(node) : 0;
  return major >= 18 && major < 24;
});
const skip = older === undefined ? 'this machine has no Node.js older than 24 in /usr' : false;

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-launcher-'));
after(() => rmSync(folder, { recursive: true }));

const both: [NodeJS.Signals, number][] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
];
/** An older Node.js passes on what the pinned one is sent, so the command gets both signals behind it. */
const runtimes: [name: string, node: string | undefined, skip: string | false, signals: [NodeJS.Signals, number][]][] =
  [
    ['the pinned Node.js', process.execPath, false, older === undefined ? both : both.slice(1)],
    ['an older Node.js', older, skip, both],
  ];
for (const [name, node = '', skipped, signals] of runtimes) {
  test(`${name} starts the command through a symbolic link, with arguments and exit code`, { skip: skipped }, () => {
    const link = path.join(folder, `perimeter-${majorOf(node)}`);
    symlinkSync(bin, link);
    const run = (args: readonly string[], input = '') =>
      spawnSync(node, [link, ...args], { encoding: 'utf8', cwd: folder, input });
    const { status, stderr } = run(['certificates', '-', '--host', 'a.example'], 'no chain');
    assert.deepEqual([status, /Standard input contains no certificate/u.test(stderr)], [2, true]);
  });

  for (const [signal, code] of signals) {
    test(`${name}: ${signal} ends the audit with ${code}`, { skip: skipped }, async (t) => {
      const resolver = createSocket('udp4');
      t.after(() => resolver.close());
      const port = await takeFreePort(resolver);
      const env = { ...process.env, PERIMETER_RESOLVERS: `127.0.0.1:${port}` };
      const child = spawn(node, [bin, 'audit', 'audited.org'], { env, stdio: 'ignore' });
      t.after(() => child.kill('SIGKILL'));
      await once(resolver, 'message');
      child.kill(signal);
      assert.deepEqual(await once(child, 'close'), [code, null]);
    });
  }
}

test('the command that npm links is this one', () => {
  const linked = path.resolve(import.meta.dirname, '../../../node_modules/.bin/perimeter');
  assert.equal(realpathSync(linked), realpathSync(bin));
  assert.match(spawnSync(linked, ['--version'], { encoding: 'utf8' }).stdout, /^perimeter \d+\.\d+\.\d+\n$/u);
});

test('a closed pipe is not an error', () => {
  const script = `"${process.execPath}" "${bin}" checks --format json | head -c 1; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr, stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.deepEqual({ status, stderr, stdout }, { status: 0, stderr: '', stdout: '[' });
});

test('a full disk is exit code 2 with one sentence, and a lost diagnostic message does not change the code', () => {
  const run = (script: string) =>
    spawnSync('bash', ['-c', `"${process.execPath}" "${bin}" ${script}`], { encoding: 'utf8', cwd: folder });
  const full = 'perimeter: Cannot write to standard output: the disk is full\n';
  // The one that loads nothing, and the one that writes most: all commands write through the same stream.
  for (const args of ['--version', 'checks --format json']) {
    const { status, stderr } = run(`${args} > /dev/full`);
    assert.deepEqual([status, stderr], [2, full], args);
  }
  assert.equal(run('adit 2> /dev/full').status, 2);
  assert.equal(run('--version 2> /dev/full').status, 0);
});
