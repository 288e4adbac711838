import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { seen } from '../../../evidence/observed.ts';
import { answered, chained, refused, walled } from '../../derive/http/testing/evidence.ts';
import { tls12Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testFlaws } from '../../derive/tls/testing/flaws.ts';
import { vulnBreach, vulnLucky13 } from './named-attacks.ts';

const document = (url: string, lines: string[], body = ''): SomeEvidence =>
  chained([answered('x1', lines, { url, body })]);

const site = 'https://site.lab/';
const gzip = ['Content-Encoding: gzip'];
const token = '<input type="hidden" name="csrf" value="0123456789abcdef0123">';

testFlaws([
  [vulnLucky13, 'no CBC suite', {}, 'pass'],
  [
    vulnLucky13,
    'a CBC suite never fails',
    tlsOf(tls12Only([0xc013])),
    'informational',
    /cannot be tested over a network/,
  ],
  [
    vulnLucky13,
    'Encrypt-then-MAC is told',
    tlsOf({ ...tls12Only([0xc013]), encryptThenMac: seen(true) }),
    'informational',
    /RFC 7366/,
  ],
  [vulnLucky13, 'the list was cut short', tlsOf(tls12Only([0xc02f], { complete: false })), 'inconclusive'],
  [vulnLucky13, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [vulnBreach, 'the document is not compressed', document(site, []), 'pass'],
  [
    vulnBreach,
    'the document is compressed',
    document(site, gzip),
    'informational',
    /with gzip[^]*Reproduce: curl -sk .*Accept-Encoding: gzip.* --resolve site\.lab:443:/,
  ],
  [vulnBreach, 'a hidden token is told', document(site, gzip, token), 'informational', /hidden form field/],
  [vulnBreach, 'a challenge page', walled(gzip), 'inconclusive'],
  [vulnBreach, 'plain HTTP', document('http://site.lab/', gzip), 'not-applicable'],
  [vulnBreach, 'no document', refused, 'not-applicable'],
]);
