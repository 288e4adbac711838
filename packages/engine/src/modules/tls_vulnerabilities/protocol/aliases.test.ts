import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renegotiations } from '../../../evidence/vulnerabilities/example.ts';
import { seen } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { endpoint, timedOut, tls12Only, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { flaw, soundEvidence, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { tlsConfiguration } from '../../tls_configuration/module.ts';
import { crime, raccoon, rc4Biases, renegotiationFlood, renegotiationInjection, sweet32 } from './aliases.ts';

const reuse = (dhe: boolean | null, ecdhe: boolean | null) => seen({ dhe, ecdhe, samples: 3 });
const withDhe = (keyShareReuse: TlsEndpoint['keyShareReuse']) =>
  tlsOf({ ...tls12Only([0xc02f, 0x009e]), keyShareReuse });
const renegotiated = (accepted: number) => flaw({ clientRenegotiation: seen(renegotiations(accepted)) });

testFlaws([
  [sweet32, '64-bit blocks are refused', {}, 'pass'],
  [sweet32, '3DES is accepted', tlsOf(tls12Only([0x000a])), 'informational', /CVE-2016-2183[^]*once, as tls-3des-idea/],
  [sweet32, 'the list was cut short', tlsOf(tls12Only([0xc02f], { complete: false })), 'inconclusive'],
  [sweet32, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [rc4Biases, 'RC4 is refused', {}, 'pass'],
  [rc4Biases, 'RC4 is accepted', tlsOf(tls12Only([0x0005])), 'informational', /CVE-2015-2808[^]*once, as tls-rc4/],
  [rc4Biases, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [crime, 'no compression', {}, 'pass'],
  [crime, 'DEFLATE', tlsOf(endpoint({ compression: seen(1) })), 'informational', /CVE-2012-4929[^]*as tls-compression/],
  [crime, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [crime, 'no answer in time', tlsOf(endpoint({ compression: timedOut })), 'inconclusive'],
  [renegotiationInjection, 'renegotiation_info is there', {}, 'pass'],
  [
    renegotiationInjection,
    'renegotiation_info is absent',
    tlsOf(endpoint({ secureRenegotiation: seen(false) })),
    'informational',
    /CVE-2009-3555[^]*as tls-reneg-insecure/,
  ],
  [renegotiationInjection, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [renegotiationFlood, 'renegotiation is refused', {}, 'pass'],
  [renegotiationFlood, 'it ends after three', renegotiated(3), 'pass', /tls-reneg-client does not fail/],
  [renegotiationFlood, 'it does not end', renegotiated(10), 'informational', /CVE-2011-1473[^]*as tls-reneg-client/],
  [renegotiationFlood, 'no answer in time', flaw({ clientRenegotiation: timedOut }), 'inconclusive'],
  [renegotiationFlood, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [raccoon, 'no finite-field suite', {}, 'not-applicable', /finite-field/],
  [raccoon, 'DHE values differ', withDhe(reuse(false, false)), 'pass'],
  [raccoon, 'a DHE value came again', withDhe(reuse(true, false)), 'informational', /CVE-2020-1968[^]*as tls-dh-reuse/],
  [raccoon, 'an ECDHE value came again, which is no matter of Raccoon', withDhe(reuse(false, true)), 'pass'],
  [raccoon, 'DHE values were not compared', withDhe(reuse(null, true)), 'inconclusive'],
  [raccoon, 'no answer in time', withDhe(timedOut), 'inconclusive'],
]);

const pairs = [
  [sweet32, 'tls-3des-idea'],
  [rc4Biases, 'tls-rc4'],
  [crime, 'tls-compression'],
  [renegotiationInjection, 'tls-reneg-insecure'],
  [renegotiationFlood, 'tls-reneg-client'],
  [raccoon, 'tls-dh-reuse'],
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
  test(`${alias.id} informs where ${scored} fails, and has no vector to cost anything`, () => {
    const check = tlsConfiguration.checks.find(({ id }) => id === scored);
    assert.ok(check);
    assert.equal(check.evaluate({ ...soundEvidence, ...everyFlaw }).outcome, 'fail');
    assert.equal(alias.evaluate({ ...soundEvidence, ...everyFlaw }).outcome, 'informational');
    assert.equal(alias.cvss, undefined);
    assert.ok(alias.finding.endsWith(`scored as ${scored}`));
  });
}
