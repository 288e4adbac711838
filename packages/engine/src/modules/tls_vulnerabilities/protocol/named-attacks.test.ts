import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { seen } from '../../../evidence/observed.ts';
import { answered, chained, challenge } from '../../derive/http/testing/evidence.ts';
import { tls12Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testFlaws } from '../../derive/tls/testing/flaws.ts';
import { breach, lucky13 } from './named-attacks.ts';

const document = (url: string, lines: string[], body = '', detected = false): SomeEvidence => {
  const { http } = chained([answered('x1', lines, { url, body })]);
  return { http: { ...http, botWall: detected ? challenge : null } };
};

const site = 'https://example.test/';
const gzip = ['Content-Encoding: gzip'];
const token = '<input type="hidden" name="csrf" value="0123456789abcdef0123">';

testFlaws([
  [lucky13, 'no CBC suite', {}, 'pass'],
  [lucky13, 'a CBC suite never fails', tlsOf(tls12Only([0xc013])), 'informational', /cannot be tested over a network/],
  [
    lucky13,
    'Encrypt-then-MAC is told',
    tlsOf({ ...tls12Only([0xc013]), encryptThenMac: seen(true) }),
    'informational',
    /RFC 7366/,
  ],
  [lucky13, 'the list was cut short', tlsOf(tls12Only([0xc02f], { complete: false })), 'inconclusive'],
  [lucky13, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [breach, 'the document is not compressed', document(site, []), 'pass'],
  [breach, 'the document is compressed', document(site, gzip), 'informational', /with gzip[^]*Reproduce: curl/],
  [breach, 'a hidden token is told', document(site, gzip, token), 'informational', /hidden form field/],
  [breach, 'a challenge page', document(site, gzip, '', true), 'inconclusive'],
  [breach, 'plain HTTP', document('http://example.test/', gzip), 'not-applicable'],
  [breach, 'no document', {}, 'not-applicable'],
]);
