import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renegotiations } from '../../../evidence/vulnerabilities/example.ts';
import { seen } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { endpoint, timedOut, tls12Only, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { flaw, soundEvidence, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { tlsConfiguration } from '../../tls_configuration/module.ts';
import { vulnCrime, vulnRaccoon, vulnRc4, vulnRenegDos, vulnRenego, vulnSweet32 } from './aliases.ts';

const reuse = (dhe: boolean | null, ecdhe: boolean | null) => seen({ dhe, ecdhe, samples: 3 });
const withDhe = (keyShareReuse: TlsEndpoint['keyShareReuse']) =>
  tlsOf({ ...tls12Only([0xc02f, 0x009e]), keyShareReuse });
const renegotiated = (accepted: number) => flaw({ clientRenegotiation: seen(renegotiations(accepted)) });

testFlaws([
  [vulnSweet32, '64-bit blocks are refused', {}, 'pass'],
  [
    vulnSweet32,
    '3DES is accepted',
    tlsOf(tls12Only([0x000a])),
    'informational',
    /CVE-2016-2183[^]*once, as tls-3des-idea/,
  ],
  [vulnSweet32, 'the list was cut short', tlsOf(tls12Only([0xc02f], { complete: false })), 'inconclusive'],
  [vulnSweet32, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [vulnRc4, 'RC4 is refused', {}, 'pass'],
  [vulnRc4, 'RC4 is accepted', tlsOf(tls12Only([0x0005])), 'informational', /CVE-2015-2808[^]*once, as tls-rc4/],
  [vulnRc4, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [vulnCrime, 'no compression', {}, 'pass'],
  [
    vulnCrime,
    'DEFLATE',
    tlsOf(endpoint({ compression: seen(1) })),
    'informational',
    /CVE-2012-4929[^]*as tls-compression/,
  ],
  [vulnCrime, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [vulnCrime, 'no answer in time', tlsOf(endpoint({ compression: timedOut })), 'inconclusive'],
  [vulnRenego, 'renegotiation_info is there', {}, 'pass'],
  [
    vulnRenego,
    'renegotiation_info is absent',
    tlsOf(endpoint({ secureRenegotiation: seen(false) })),
    'informational',
    /CVE-2009-3555[^]*as tls-reneg-insecure/,
  ],
  [vulnRenego, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [vulnRenegDos, 'renegotiation is refused', {}, 'pass'],
  [vulnRenegDos, 'it ends after three', renegotiated(3), 'pass', /tls-reneg-client does not fail/],
  [vulnRenegDos, 'it does not end', renegotiated(10), 'informational', /CVE-2011-1473[^]*as tls-reneg-client/],
  [vulnRenegDos, 'no answer in time', flaw({ clientRenegotiation: timedOut }), 'inconclusive'],
  [vulnRenegDos, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [vulnRaccoon, 'no finite-field suite', {}, 'not-applicable', /finite-field/],
  [vulnRaccoon, 'DHE values differ', withDhe(reuse(false, false)), 'pass'],
  [
    vulnRaccoon,
    'a DHE value came again',
    withDhe(reuse(true, false)),
    'informational',
    /CVE-2020-1968[^]*as tls-dh-reuse/,
  ],
  [vulnRaccoon, 'an ECDHE value came again, which is no matter of Raccoon', withDhe(reuse(false, true)), 'pass'],
  [vulnRaccoon, 'DHE values were not compared', withDhe(reuse(null, true)), 'inconclusive'],
  [vulnRaccoon, 'no answer in time', withDhe(timedOut), 'inconclusive'],
]);

const pairs = [
  [vulnSweet32, 'tls-3des-idea'],
  [vulnRc4, 'tls-rc4'],
  [vulnCrime, 'tls-compression'],
  [vulnRenego, 'tls-reneg-insecure'],
  [vulnRenegDos, 'tls-reneg-client'],
  [vulnRaccoon, 'tls-dh-reuse'],
] as const;

const everyFlaw = {
  ...tlsOf({
    ...tls12Only([0x000a, 0x0005, 0x009e]),
    compression: seen(1),
    secureRenegotiation: seen(false),
    keyShareReuse: reuse(true, null),
  }),
  ...renegotiated(10),
};

for (const [alias, scored] of pairs) {
  test(`${alias.id} informs where ${scored} fails, and has no vector`, () => {
    const check = tlsConfiguration.checks.find(({ id }) => id === scored);
    assert.ok(check);
    assert.equal(check.evaluate({ ...soundEvidence, ...everyFlaw }).outcome, 'fail');
    assert.equal(alias.evaluate({ ...soundEvidence, ...everyFlaw }).outcome, 'informational');
    assert.equal(alias.cvss, undefined);
    assert.ok(alias.finding.endsWith(`scored as ${scored}`));
  });
}
