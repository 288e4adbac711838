import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../evidence/observed.ts';
import type { TlsEndpoint, TlsVersionName } from '../evidence/tls/schema.ts';
import { certificateOptions, showLeaf, showStatus } from './certificate-commands.ts';
import { nmapLine, oldVersionLine, opensslLine } from './reproduce.ts';
import { bothLines } from './dig.ts';
import { contentLine, elementLine, headLine, strictLine } from './reproduce-http.ts';
import { goodLeaf } from '../modules/certificates/testing/evidence.ts';
import { endpoint } from '../modules/derive/tls/testing/evidence.ts';

/** An endpoint that accepts one version with these suites. */
const accepting = (name: TlsVersionName, suites: readonly number[]): TlsEndpoint => {
  const one = endpoint();
  const versions = one.versions.map((version) => {
    const isIt = version.version === name;
    return { ...version, accepted: seen(isIt), suites: isIt ? [...suites] : [] };
  });
  return { ...one, versions };
};

const beyond: readonly (readonly [string, TlsEndpoint])[] = [
  ['DES alone', accepting('TLSv1.0', [0x0009])],
  ['RC4 and 3DES alone', accepting('TLSv1.0', [0x0005, 0x000a])],
  ['SSL 3.0 alone', accepting('SSLv3', [0x002f])],
];
const within: readonly (readonly [string, TlsEndpoint])[] = [
  ['NULL alone', accepting('TLSv1.0', [0x0002])],
  ['AES beside RC4', accepting('TLSv1.0', [0x0005, 0x002f])],
  ['the usual', endpoint()],
];

for (const [what, target] of beyond) {
  test(`${what}: the command notes that OpenSSL 3 fails by default, or another tool is used`, () => {
    assert.match(opensslLine(target, '-tls1') ?? '', /<\/dev\/null {2}# needs OpenSSL 1\.0\.2/);
    assert.match(oldVersionLine(target, '-tls1') ?? '', /^Reproduce: nmap .*ssl-enum-ciphers/);
    // A claim that the server's refusal proves needs no note: suites do not matter.
    assert.doesNotMatch(opensslLine(target, '-tls1_3') ?? '', /#/);
  });
}

for (const [what, target] of within) {
  test(`${what}: OpenSSL 3 is enough`, () => {
    assert.doesNotMatch(opensslLine(target, '-tls1') ?? '', /#/);
    assert.match(
      oldVersionLine(target, '-tls1') ?? '',
      /^Reproduce: openssl .*-cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0/,
    );
  });
}

test('commands for certificates have the OpenSSL 3 note at their end, where no shell takes it for an argument', () => {
  const [, target] = beyond[0] ?? assert.fail();
  const note = / {2}# needs OpenSSL 1\.0\.2: [^|;]*$/u;
  const served = { ...target, options: [], leaf: { crlUrls: [], serialNumber: '01' } };
  assert.match(showLeaf(served, '-subject').join(), note);
  assert.match(showStatus(served, 'http://ocsp.test/').join(), note);
  assert.doesNotMatch(showLeaf({ ...served, ...endpoint() }, '-subject').join(), /#/u);
});

test('a certificate served only under old versions is shown with options for them, which OpenSSL 3 does not offer by default', () => {
  const options = certificateOptions(goodLeaf, { viaVersion: 'TLSv1.0' }, false);
  assert.deepEqual(options, ['-tls1', '-cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0']);
  assert.deepEqual(certificateOptions(goodLeaf, { viaVersion: 'TLSv1.3' }, false), []);
});

test('an nmap command has a time limit, for hosts that answer only some hellos', () => {
  assert.match(nmapLine(endpoint(), 'ssl-enum-ciphers') ?? '', / --host-timeout \d+s /);
});

test('a head with a NUL byte is read by a tool that does not stop at it', () => {
  const place = { host: 'a.test', address: '192.0.2.1', url: 'https://a.test/x?y=1' };
  assert.match(
    headLine(place, { headers: [['A', 'b\ufffd']] }) ?? '',
    /python3 -c ".*'192\.0\.2\.1', 443.*GET \/x\?y=1 HTTP/,
  );
  assert.match(headLine(place, { headers: [['A', 'b']] }) ?? '', /curl /);
  for (const url of [
    'https://a.test/$(id)',
    'https://a.test/`id`',
    "https://a.test/'",
    'https://a.test/"',
    'https://a.test/!!',
  ]) {
    assert.equal(headLine({ ...place, url }, { headers: [['A', 'b\ufffd']] }), null, url);
  }
});

const place = { host: 'a.test', address: '192.0.2.1', url: 'https://a.test/x' };
const unsafe = { ...place, url: 'https://a.test/$(id)' };

test('content with secrets is shown by the names in its proof, other content by its title or beginning', () => {
  const secrets = ['DB_PASSWORD=<redacted 24 characters>', '<name of 4 characters>: <redacted 57 characters>', "it's"];
  assert.equal(
    contentLine(place, { type: 'text/plain', secrets }, '-r 0-4095'),
    "Reproduce: curl -ski -r 0-4095 --resolve a.test:443:192.0.2.1 https://a.test/x | grep -aoi -e '^HTTP/.*' -e 'DB_PASSWORD'",
  );
  assert.match(
    contentLine(place, { type: 'text/html; charset=utf-8', secrets: null }) ?? '',
    /grep -aoiE '[^']*<title>/u,
  );
  assert.match(
    contentLine(place, { type: 'application/zip', secrets: null }) ?? '',
    /\| cat -v \| sed .*\| head -c 400$/u,
  );
  assert.equal(contentLine(unsafe, { type: '', secrets: null }), null);
});

test('an element is shown whole, with the attributes in question', () => {
  const line = elementLine(place, 'cdn.test/a+b.js') ?? '';
  assert.match(line, /grep -aoE '\(<\[\^<>\]\*\)\?cdn\[\.\]test\/a\[\+\]b\[\.\]js\[\^<>\]\*>\?'$/u);
  assert.equal(elementLine(place, "it's"), null);
  assert.equal(elementLine(unsafe, 'cdn.test'), null);
});

test('two commands share one line, and one stands alone where the other is not safe to paste', () => {
  const strict = strictLine(place);
  assert.equal(strictLine(unsafe), null);
  assert.equal(bothLines('Reproduce: a', 'Reproduce: b'), 'Reproduce: a; b');
  assert.deepEqual([bothLines(null, strict), bothLines(strict, null), bothLines(null, null)], [strict, strict, null]);
});
