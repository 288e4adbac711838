import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { certificates } from '../../modules/certificates/module.ts';
import { auditCertificates, certificateChecks, testCertificates } from './testing/certificate-suite.ts';

/** One host of each kind of path, staple, and delivery; the failing checks are also judged in coverage/tls.lab.test.ts. */
const hosts = [
  'good.lab',
  'redirect.lab',
  'cert-incomplete-pkcs7.lab',
  'cert-incomplete-wrong-aia.lab',
  'cert-private-aia.lab',
  'cert-endless-aia.lab',
  'cert-expired-twin-first.lab',
  'cert-cross-signed.lab',
  'cert-constraint-violated.lab',
  'cert-bad-signature.lab',
  'cert-rsa-shared-prime.lab',
  'cert-ip-name.lab',
  'cert-staple-wrong-signature.lab',
  'cert-public.lab',
  'cert-public-stapled.lab',
  'cert-public-handshake.lab',
  'cert-public-spoilt.lab',
  'cert-public-unlisted.lab',
  'nobody.caa-public.lab',
];

const evidenceOf = testCertificates(hosts);

/** Checks that only deep audits fail. */
const deepFailures: Readonly<Record<string, readonly string[]>> = {
  'cert-ocsp-good.lab': [],
  'cert-ocsp-revoked.lab': ['cert-revoked'],
  'cert-crl-revoked.lab': ['cert-revoked'],
  'cert-ocsp-unknown.lab': [],
  'cert-crl-expired.lab': [],
};

labTest('timestamps are found wherever they are delivered', () => {
  const sourcesOf = (host: string) =>
    evidenceOf(host)?.certificates?.chains.flatMap(({ scts }) =>
      scts.map(({ source, signature, log }) => `${source} ${signature} ${log?.operator}`),
    );
  const both = (source: string) => [`${source} valid Alpha`, `${source} valid Beta`];
  assert.deepEqual(sourcesOf('cert-public.lab'), both('embedded'));
  assert.deepEqual(sourcesOf('cert-public-stapled.lab'), both('ocsp'));
  if (evidenceOf('cert-public-handshake.lab')?.tls?.endpoints.length !== 0)
    assert.deepEqual(sourcesOf('cert-public-handshake.lab'), both('tls'));
});

labTest('responders and lists are asked in deep mode, and only what they prove fails', async () => {
  const deep = await auditCertificates(Object.keys(deepFailures), 'deep');
  for (const [host, evidence] of deep) assert.deepEqual(certificateChecks(evidence, 'fail'), deepFailures[host], host);
  const open = [...deep].filter(([, evidence]) => certificateChecks(evidence, 'inconclusive').includes('cert-revoked'));
  assert.deepEqual(open.map(([host]) => host).toSorted(), ['cert-crl-expired.lab', 'cert-ocsp-unknown.lab']);
});

labTest('a key that another service uses too is told, and that SSL 2.0 is negotiated with it', async () => {
  const evidence = (await auditCertificates(['drown-shared.lab'], 'deep')).get('drown-shared.lab');
  const shared = certificates.checks
    .find(({ id }) => id === 'cert-shared-key-services')
    ?.evaluate(evidence ?? assert.fail());
  assert.ok(shared?.outcome === 'informational');
  assert.match(shared.observations[0]?.description ?? '', /imaps on .*:993 uses the key.*DROWN/);
});
