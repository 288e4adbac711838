import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathProblemCode } from '@perimeter/engine/evidence/certificates/schema';
import {
  basicConstraints,
  ext,
  extendedKeyUsage,
  generalName,
  plainContent,
} from '@perimeter/protocols/x509/testing/certificate-writer';
import {
  add,
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
import { runCommandLine } from '../../testing/command-line.ts';
import { write, files, at, judge, listPem, by } from '../../testing/chain-files.ts';

test('a valid chain is exit code 0, with its path', async () => {
  const { code, stdout, stderr } = await judge(chainOf(), 'good');
  assert.equal(code, 0);
  assert.equal(stderr, '');
  assert.match(stdout, /www\.example\.com: the chain is valid/u);
  assert.match(stdout, /1 CN=www\.example\.com[^]*2 O=Test,CN=Issuer[^]*3 O=Test,CN=Root/u);
  assert.doesNotMatch(stdout, /Problems/u);
});

test('an invalid chain is exit code 1, each problem with its certificate', async () => {
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

test('problems that only strict verifiers reject are reported, and an option selects whose verdict counts', async () => {
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

test('purposes besides TLS are rejected strictly, and only with custom roots', async () => {
  const chain = chainOf({ leaf: [change(extendedKeyUsage(serverAuth, '1.3.6.1.5.5.7.3.4'))] });
  const { code, stdout } = await judge(chain, 'beside');
  assert.equal(code, 1);
  assert.match(
    stdout.replaceAll(/\s+/gu, ' '),
    /strict-profile .*extendedKeyUsage allows emailProtection in addition to TLS/u,
  );
  assert.equal((await judge(chain, 'beside', '--profile', 'browser')).code, 0);
});

test('a common name that is not among the names is rejected strictly, and only with custom roots', async () => {
  const chain = chainOf({ leaf: [subject('CN=WWW.example.com')] });
  const { code, stdout } = await judge(chain, 'common-name');
  assert.equal(code, 1);
  assert.match(
    stdout.replaceAll(/\s+/gu, ' '),
    /strict-profile .*common name "WWW\.example\.com" is not in subjectAltName/u,
  );
  assert.equal((await judge(chain, 'common-name', '--profile', 'browser')).code, 0);
});

test('browsers reject a leaf that is a CA certificate too, as Firefox does', async () => {
  const { code, stdout } = await judge(chainOf({ leaf: [add(basicConstraints(true))] }), 'authority', '--json');
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(stdout).trustedBy, { browser: false, strict: false });
});

test('client and e-mail purposes are selected by an option, without a host', async () => {
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

test('the path length can be limited', async () => {
  assert.equal((await judge(chainOf(), 'depth', '--max-depth', '1')).code, 0);
  const { code, stdout } = await judge(chainOf(), 'depth', '--max-depth', '0');
  assert.equal(code, 1);
  assert.match(stdout.replaceAll(/\s+/gu, ' '), /more than 0 intermediates/u);
});
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

test('the chain does not lead to a public root', async () => {
  const [file] = files(chainOf(), 'public');
  const { code, stdout } = await runCommandLine(['certificates', file, '--host', 'www.example.com', ...at]);
  assert.equal(code, 1);
  assert.match(stdout.replaceAll(/\s+/gu, ' '), /with the public roots of \d{4}-\d\d-\d\d/u);
  assert.match(stdout, /unknown-issuer/u);
});

test('the environment can set the clock', async () => {
  const [file, roots] = files(chainOf(), 'clock');
  const args = ['certificates', file, '--host', 'www.example.com', '--roots', roots];
  const late = await runCommandLine(args, { env: { PERIMETER_NOW: '2040-01-01T00:00:00Z' } });
  assert.match(late.stdout, /expired/u);
  assert.equal((await runCommandLine(args, { env: { PERIMETER_NOW: 'later' } })).code, 2);
});

test('hostile names cannot send control characters to a terminal', async () => {
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

test('the documentation of chains lists every code and every field of the verdict', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../../docs/judging-chains.md'), 'utf8');
  const { stdout } = await judge(chainOf(), 'page', '--json');
  const words = [...Object.keys(JSON.parse(stdout)), ...pathProblemCode.options, 'revoked', 'revocation-unknown'];
  for (const word of words) assert.ok(page.includes(`\`${word}\``), word);
});
