import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathProblemCode } from '@perimeter/engine/evidence/certificates/schema';
import {
  basicConstraints,
  ext,
  extendedKeyUsage,
  generalName,
  keyUsage,
  plainContent,
} from '@perimeter/protocols/x509/testing/certificate-writer';
import {
  add,
  type Chain,
  chainOf,
  change,
  clientAuth,
  drop,
  type Edit,
  names,
  put,
  serverAuth,
  subject,
} from '@perimeter/protocols/certification-path/testing/chain';
import { keyFor } from '@perimeter/protocols/x509/testing/keys';
import { listContent, type ListContent, listScope, writeList } from '@perimeter/protocols/x509/testing/list-writer';
import { constructed, integer, objectIdentifier, sequence, utf8String } from '@perimeter/protocols/der/writer';
import { timeOf } from '@perimeter/protocols/x509/testing/odd-values';
import { runCommandLine } from '../testing/command-line.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'chains-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
}

/** Files of a chain: what a server would serve, and the roots. */
const files = ({ leaf, intermediates, roots }: Chain, name: string): [file: string, roots: string] => [
  write(`${name}.pem`, `subject=…\n${[leaf, ...intermediates].map(pem).join('some words between\n')}`),
  write(`${name}-roots.pem`, roots.map(pem).join('')),
];

const at = ['--at', '2026-11-21T12:00:00Z'];

async function judge(chain: Chain, name: string, ...more: string[]) {
  const [file, roots] = files(chain, name);
  const named = chain.host === null ? [] : ['--host', chain.host];
  return runCommandLine(['certificates', file, ...named, '--roots', roots, ...at, ...more]);
}

test('a chain that holds is exit code 0, with its path', async () => {
  const { code, stdout, stderr } = await judge(chainOf(), 'good');
  assert.equal(code, 0);
  assert.equal(stderr, '');
  assert.match(stdout, /www\.example\.com: the chain is valid/u);
  assert.match(stdout, /1 CN=www\.example\.com[^]*2 O=Test,CN=Issuer[^]*3 O=Test,CN=Root/u);
  assert.doesNotMatch(stdout, /Problems/u);
});

test('a chain that does not hold is exit code 1, each problem with its certificate', async () => {
  const expired = put({ notAfter: timeOf('2026-01-01T00:00:00Z') });
  const { code, stdout } = await judge(chainOf({ leaf: [names('dns:other.example.com')], issuer: [expired] }), 'bad');
  assert.equal(code, 1);
  assert.match(stdout, /the chain is not valid/u);
  assert.match(
    stdout,
    /name-mismatch\s+CN=www\.example\.com: The certificate is for\s+other\.example\.com, not for\s+www\.example\.com/u,
  );
  assert.match(stdout, /expired\s+O=Test,CN=Issuer: Expired on 2026-01-01T00:00:00Z/u);
});

test('JSON has the verdict, the path, the problems and all facts', async () => {
  const { code, stdout } = await judge(chainOf({ leaf: [put({ breakSignature: true })] }), 'json', '--format', 'json');
  const verdict = JSON.parse(stdout);
  assert.equal(code, 1);
  assert.equal(verdict.trusted, false);
  assert.equal(verdict.at, '2026-11-21T12:00:00Z');
  assert.equal(verdict.rootsDate, null);
  assert.equal(verdict.path.length, 3);
  assert.deepEqual(
    verdict.problems.map((problem: { code: string }) => problem.code),
    ['bad-signature'],
  );
  assert.deepEqual(
    verdict.certificates.map((one: { source: string }) => one.source),
    ['served', 'served', 'root'],
  );
});

test('what only verifiers by the letter refuse is said, and whose verdict counts is asked for', async () => {
  const chain = chainOf({ leaf: [drop('2.5.29.35')] });
  const strict = await judge(chain, 'strict', '--json');
  assert.equal(strict.code, 1);
  const { trusted, trustedBy, problems } = JSON.parse(strict.stdout);
  assert.deepEqual({ trusted, trustedBy }, { trusted: false, trustedBy: { browser: true, strict: false } });
  assert.deepEqual(
    problems.map(({ code }: { code: string }) => code),
    ['strict-profile'],
  );
  const browser = await judge(chain, 'strict', '--profile', 'browser');
  assert.equal(browser.code, 0);
  assert.match(
    browser.stdout.replaceAll(/\s+/gu, ' '),
    /the chain is valid for browsers, but not for strict verifiers/u,
  );
});

test('purposes beside TLS are refused by the letter, and only where the roots are one’s own', async () => {
  const chain = chainOf({ leaf: [change(extendedKeyUsage(serverAuth, '1.3.6.1.5.5.7.3.4'))] });
  const { code, stdout } = await judge(chain, 'beside');
  assert.equal(code, 1);
  assert.match(
    stdout.replaceAll(/\s+/gu, ' '),
    /strict-profile .*extendedKeyUsage allows emailProtection in addition to TLS/u,
  );
  assert.equal((await judge(chain, 'beside', '--profile', 'browser')).code, 0);
});

test('a common name beside the names is refused by the letter, and only where the roots are one’s own', async () => {
  const chain = chainOf({ leaf: [subject('CN=WWW.example.com')] });
  const { code, stdout } = await judge(chain, 'common-name');
  assert.equal(code, 1);
  assert.match(
    stdout.replaceAll(/\s+/gu, ' '),
    /strict-profile .*common name "WWW\.example\.com" is not in subjectAltName/u,
  );
  assert.equal((await judge(chain, 'common-name', '--profile', 'browser')).code, 0);
});

test('a leaf that is an authority is refused by browsers too, as Firefox does', async () => {
  const { code, stdout } = await judge(chainOf({ leaf: [add(basicConstraints(true))] }), 'authority', '--json');
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(stdout).trustedBy, { browser: false, strict: false });
});

test('intermediates may come from a file of their own', async () => {
  const { leaf, intermediates, roots, host } = chainOf();
  const more = write('more.pem', intermediates.map(pem).join(''));
  const bare = { leaf, intermediates: [], roots, host, at: '' };
  assert.equal((await judge(bare, 'bare')).code, 1);
  assert.equal((await judge(bare, 'bare', '--intermediates', more)).code, 0);
});

test('clients and mail are asked for by their purpose, without a host', async () => {
  const chain = {
    ...chainOf({ leaf: [change(extendedKeyUsage(clientAuth)), names('email:a@example.com')] }),
    host: null,
  };
  const { code, stdout } = await judge(chain, 'client', '--purpose', 'client');
  assert.equal(code, 0);
  assert.match(stdout, /for clients: the chain is valid/u);
  assert.match((await judge(chain, 'client', '--purpose', 'email')).stdout, /lacks\s+emailProtection/u);
  assert.equal((await judge(chain, 'client', '--purpose', 'any')).code, 0);
  assert.equal((await judge(chain, 'client')).code, 2);
});

test('the depth may be limited', async () => {
  assert.equal((await judge(chainOf(), 'depth', '--max-depth', '1')).code, 0);
  const { code, stdout } = await judge(chainOf(), 'depth', '--max-depth', '0');
  assert.equal(code, 1);
  assert.match(stdout.replaceAll(/\s+/gu, ' '), /more than 0 intermediates/u);
});

const listPem = (der: Uint8Array): string =>
  `-----BEGIN X509 CRL-----\n${Buffer.from(der).toString('base64')}\n-----END X509 CRL-----\n`;

const by = 'CN=Issuer,O=Test';
const uri = 'http://crl.example/1.crl';
const pointed = add(ext('2.5.29.31', sequence(sequence(constructed(0, constructed(0, generalName(`uri:${uri}`)))))));
const lists: readonly (readonly [
  said: string,
  codes: readonly string[],
  changes: Partial<ListContent>,
  leaf?: readonly Edit[],
])[] = [
  ['an empty list', [], {}],
  ['a list of others', [], { serials: [integer(5), integer(6)] }],
  ['the leaf is on it', ['revoked'], { serials: [integer(5), plainContent('CN=www.example.com', by).serial] }],
  ['a list of another authority', [], { issuer: 'CN=Other', serials: [plainContent('CN=www.example.com', by).serial] }],
  ['a list signed by another key', ['revocation-unknown'], { signer: keyFor('ec:P-256', 'CN=Other') }],
  ['a list of next week', ['revocation-unknown'], { thisUpdate: timeOf('2026-11-28T00:00:00Z') }],
  ['a list of last month', ['revocation-unknown'], { nextUpdate: timeOf('2026-11-01T00:00:00Z') }],
  ['a list without nextUpdate', ['revocation-unknown'], { nextUpdate: null }],
  ['a list without cRLNumber', ['revocation-unknown'], { extensions: [] }],
  ['a list that holds a number twice', ['revocation-unknown'], { serials: [integer(5), integer(5)] }],
  ['a list with an unknown critical extension', ['revocation-unknown'], withMore(ext('1.2.3', sequence(), true))],
  ['a list with an unknown extension', [], withMore(ext('1.2.3', sequence()))],
  ['a list of authorities', ['revocation-unknown'], withMore(listScope(null, 2))],
  ['a list of attribute certificates', ['revocation-unknown'], withMore(listScope(null, 5))],
  ['a list of its distribution point', [], withMore(listScope(uri)), [pointed]],
  ['a list of another distribution point', ['revocation-unknown'], withMore(listScope('http://x.example/')), [pointed]],
  ['a list of a distribution point that it has not', ['revocation-unknown'], withMore(listScope(uri))],
];

function withMore(...more: ListContent['extensions']): Partial<ListContent> {
  return { extensions: [...listContent(by).extensions, ...more] };
}

for (const [said, codes, changes, leaf = []] of lists)
  test(`${said}: ${codes.join(' and ') || 'nothing against the chain'}`, async () => {
    const file = write('list.pem', listPem(writeList({ ...listContent(by), ...changes })));
    const { stdout, code } = await judge(chainOf({ leaf }), 'revocation', '--crls', file, '--json');
    const { problems, trustedBy } = JSON.parse(stdout);
    assert.deepEqual(
      problems.map((problem: { code: string }) => problem.code),
      codes,
    );
    assert.equal(code, codes.length === 0 ? 0 : 1);
    assert.equal(trustedBy.browser, !codes.includes('revoked'));
  });

test('an authority whose key may sign no lists has none that count', async () => {
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

test('a missing intermediate is reported with its URL', async () => {
  const aia = add(
    ext(
      '1.3.6.1.5.5.7.1.1',
      sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.48.2'), generalName('uri:http://ca.example/issuer.crt'))),
    ),
  );
  const { code, stdout } = await judge({ ...chainOf({ leaf: [aia] }), intermediates: [] }, 'incomplete');
  assert.equal(code, 1);
  assert.match(
    stdout.replaceAll(/\s+/gu, ' '),
    /unknown-issuer .* its issuer is available at http:\/\/ca\.example\/issuer\.crt/u,
  );
});

test('a file in the wrong order gets a hint', async () => {
  const { leaf, intermediates, roots, host } = chainOf();
  const { code, stdout } = await judge(
    { leaf: roots[0] ?? leaf, intermediates: [...intermediates, leaf], roots, host, at: '' },
    'order',
  );
  assert.equal(code, 1);
  assert.match(stdout.replaceAll(/\s+/gu, ' '), /another certificate in the file matches: the leaf must come first/u);
});

test('the public roots do not know the chain', async () => {
  const [file] = files(chainOf(), 'public');
  const { code, stdout } = await runCommandLine(['certificates', file, '--host', 'www.example.com', ...at]);
  assert.equal(code, 1);
  assert.match(stdout.replaceAll(/\s+/gu, ' '), /with the public roots of \d{4}-\d\d-\d\d/u);
  assert.match(stdout, /unknown-issuer/u);
});

test('the clock may be the environment’s', async () => {
  const [file, roots] = files(chainOf(), 'clock');
  const args = ['certificates', file, '--host', 'www.example.com', '--roots', roots];
  const late = await runCommandLine(args, { env: { PERIMETER_NOW: '2040-01-01T00:00:00Z' } });
  assert.match(late.stdout, /expired/u);
  assert.equal((await runCommandLine(args, { env: { PERIMETER_NOW: 'later' } })).code, 2);
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

test('hostile names cannot steer a terminal', async () => {
  const subject = sequence();
  const { stdout } = await judge(
    chainOf({
      leaf: [
        put({ subject, issuer: sequence() }),
        add(ext('1.2.3', utf8String('x'))),
        names('dns:\u001b[31mred', 'dns:a\u0007'),
      ],
    }),
    'hostile',
  );
  assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}]/u);
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

test('the chain may come by standard input, and hosts by their U-labels', () => {
  const chain = chainOf({
    leaf: [subject('CN=xn--bcher-kva.example'), names('dns:xn--bcher-kva.example')],
    host: 'bücher.example',
  });
  const [, roots] = files(chain, 'stdin');
  const main = path.join(import.meta.dirname, '../main.ts');
  const { status, stdout } = spawnSync(
    process.execPath,
    [main, 'certificates', '-', '--host', String(chain.host), '--roots', roots, ...at],
    { input: [chain.leaf, ...chain.intermediates].map(pem).join(''), encoding: 'utf8' },
  );
  assert.match(stdout, /xn--bcher-kva\.example: the chain is valid/u);
  assert.equal(status, 0);
});

test('the page on chains names every code and every field of the verdict', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/judging-chains.md'), 'utf8');
  const { stdout } = await judge(chainOf(), 'page', '--json');
  const words = [...Object.keys(JSON.parse(stdout)), ...pathProblemCode.options, 'revoked', 'revocation-unknown'];
  for (const word of words) assert.ok(page.includes(`\`${word}\``), word);
});
