import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { keyUsage } from '@perimeter/protocols/x509/testing/certificate-writer';
import { chainOf, change, drop, names, subject } from '@perimeter/protocols/certification-path/testing/chain';
import { listContent, writeList } from '@perimeter/protocols/x509/testing/list-writer';
import { runCommandLine } from '../../testing/command-line.ts';
import { pem, write, files, at, judge, listPem, by } from '../../testing/chain-files.ts';

test('intermediates can be in a separate file', async () => {
  const { leaf, intermediates, roots, host } = chainOf();
  const more = write('more.pem', intermediates.map(pem).join(''));
  const bare = { leaf, intermediates: [], roots, host, at: '' };
  assert.equal((await judge(bare, 'bare')).code, 1);
  assert.equal((await judge(bare, 'bare', '--intermediates', more)).code, 0);
});

test('revocation lists of an issuer without cRLSign are ignored', async () => {
  const file = write('list.pem', listPem(writeList(listContent(by))));
  const chain = chainOf({ issuer: [change(keyUsage(['keyCertSign']))] });
  assert.match((await judge(chain, 'unfit', '--crls', file)).stdout, /revocation-unknown/u);
  const without = chainOf({ issuer: [drop('2.5.29.15')] });
  assert.equal((await judge(without, 'unfit', '--crls', file)).code, 0);
});

test('a revocation list that cannot be read is a verdict, not an error', async () => {
  const file = write('list.pem', listPem(new Uint8Array([0x30, 3, 1, 1, 1])));
  const { code, stdout } = await judge(chainOf(), 'unreadable', '--crls', file);
  assert.equal(code, 1);
  assert.match(stdout, /A revocation list cannot be read/u);
});

test('a root that cannot be read is a verdict, not an error', async () => {
  const chain = { ...chainOf(), roots: [new Uint8Array([0x30, 3, 1, 1, 1])] };
  const { code, stdout } = await judge(chain, 'noroot', '--json');
  assert.equal(code, 1);
  assert.deepEqual(
    JSON.parse(stdout).problems.map((problem: { code: string }) => problem.code),
    ['unknown-issuer', 'malformed'],
  );
});

test('certificates in the wrong order get a hint', async () => {
  const { leaf, intermediates, roots, host } = chainOf();
  const { code, stdout } = await judge(
    { leaf: roots[0] ?? leaf, intermediates: [...intermediates, leaf], roots, host, at: '' },
    'order',
  );
  assert.equal(code, 1);
  assert.match(stdout.replaceAll(/\s+/gu, ' '), /another certificate in the file matches: the leaf must come first/u);
});

test('a leaf that cannot be read is a verdict, not an error', async () => {
  const file = write('broken.pem', pem(new Uint8Array([0x30, 3, 1, 1, 1])));
  const { code, stdout } = await runCommandLine(['certificates', file, '--host', 'a.example', ...at]);
  assert.equal(code, 1);
  assert.match(stdout, /malformed/u);
});

test('a single certificate may be in DER', async () => {
  const chain = chainOf({ issuer: null });
  const file = write('leaf.der', chain.leaf);
  const [, roots] = files(chain, 'der');
  const { code } = await runCommandLine(['certificates', file, '--host', String(chain.host), '--roots', roots, ...at]);
  assert.equal(code, 0);
});

const mistakes: readonly (readonly [args: string[], said: RegExp])[] = [
  [[], /Missing argument <file>/u],
  [['a.pem'], /Missing option --host/u],
  [['a.pem', 'b.pem', '--host', 'a.example'], /Unexpected argument "b\.pem"/u],
  [['nowhere.pem', '--host', 'a.example'], /Cannot read nowhere\.pem: no such file or directory/u],
  [['a.pem', '--host', 'a.example:443'], /without a port/u],
  [['a.pem', '--host', 'https://a.example/'], /a name or an address/u],
  [['a.pem', '--host', 'a.example', '--at', 'tomorrow'], /Invalid value "tomorrow" for --at/u],
  [['a.pem', '--host', 'a.example', '--max-depth', '256'], /use an integer from 0 to 255/u],
  [['a.pem', '--host', 'a.example', '--profile', 'mine'], /use strict, browser/u],
  [['a.pem', '--host', 'a.example', '--purpose', 'fun'], /use server, client, email, any/u],
  [['a.pem', '--host', 'a.example', '--format', 'xml'], /use text, json/u],
];

for (const [args, said] of mistakes) {
  test(`perimeter certificates ${args.join(' ')} is exit code 2`, async () => {
    const { code, stderr } = await runCommandLine(['certificates', ...args]);
    assert.equal(code, 2);
    assert.match(stderr, said);
  });
}

test('a file without certificates is exit code 2', async () => {
  const { code, stderr } = await runCommandLine(['certificates', write('empty.pem', 'nothing'), '--host', 'a.example']);
  assert.equal(code, 2);
  assert.match(stderr, /contains no certificate/u);
});

test('the chain can be read from standard input, and hosts can be U-labels', () => {
  const chain = chainOf({
    leaf: [subject('CN=xn--bcher-kva.example'), names('dns:xn--bcher-kva.example')],
    host: 'bücher.example',
  });
  const [, roots] = files(chain, 'stdin');
  const main = path.join(import.meta.dirname, '../../main.ts');
  const { status, stdout } = spawnSync(
    process.execPath,
    [main, 'certificates', '-', '--host', String(chain.host), '--roots', roots, ...at],
    { input: [chain.leaf, ...chain.intermediates].map(pem).join(''), encoding: 'utf8' },
  );
  assert.match(stdout, /xn--bcher-kva\.example: the chain is valid/u);
  assert.equal(status, 0);
});
