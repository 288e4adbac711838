import { both, type CoverageTable } from './row.data.ts';

/** For hosts that begin with cert-, these rows list all failures. */
export const certificatesCoverage: CoverageTable = {
  'cert-untrusted': both(
    'cert-untrusted.lab cert-untrusted-root-sent.lab cert-incomplete-dead-aia.lab cert-incomplete-no-aia.lab cert-incomplete-wrong-aia.lab cert-private-aia.lab cert-endless-aia.lab cert-bad-signature.lab cert-constraint-violated.lab cert-path-too-long.lab cert-unknown-critical.lab cert-version-1-issuer.lab cert-issuer-no-authority.lab',
    'good.lab cert-cross-signed.lab cert-constrained.lab cert-expired-twin-first.lab cert-expired-twin-only.lab cert-disordered.lab cert-incomplete.lab cert-incomplete-pkcs7.lab cert-rsa-e3.lab',
  ),
  'cert-self-signed': both('cert-self-signed.lab', 'good.lab cert-untrusted.lab'),
  'cert-name-mismatch': both(
    'cert-wrong-host.lab cert-common-name-only.lab cert-wildcard-too-deep.lab',
    'good.lab cert-ip-name.lab cert-wildcard.lab cert-many-names.lab cross-name.lab',
  ),
  'cert-expired': both(
    'bad.lab cert-expired.lab cert-expired-yesterday.lab cert-future.lab',
    'good.lab cert-expiring.lab',
  ),
  'cert-expiring': both('cert-expiring.lab', 'good.lab cert-six-days.lab cert-renewal-overdue.lab'),
  'cert-renewal-overdue': both('cert-renewal-overdue.lab', 'good.lab cert-six-days.lab'),
  'cert-chain-incomplete': both(
    'cert-incomplete.lab cert-incomplete-pkcs7.lab cert-expired-twin-only.lab',
    'good.lab cert-expired-twin-first.lab cert-duplicate-sent.lab',
  ),
  'cert-sig-md5': both('cert-md5.lab', 'good.lab cert-sha1.lab'),
  'cert-sig-sha1': both('cert-sha1.lab cert-sha1-intermediate.lab', 'good.lab cert-cross-signed.lab'),
  'cert-key-broken': both('cert-rsa512.lab rsa-e1.lab', 'good.lab cert-rsa-e3.lab cert-rsa1024.lab'),
  'cert-key-short': both('cert-rsa1024.lab cert-p192.lab cert-p224.lab', 'good.lab cert-ed25519.lab cert-ml-dsa.lab'),
  'cert-key-known-weak': both(
    'cert-rsa-roca.lab cert-rsa-close-primes.lab cert-rsa-small-factor.lab cert-rsa-shared-prime.lab',
    'good.lab cert-rsa-e3.lab',
  ),
  'cert-distrusted-ca': both('cert-public-distrusted.lab', 'good.lab cert-public-distrusted-earlier.lab'),
  'cert-revoked': both(
    'cert-revoked.lab cert-ocsp-revoked.lab cert-crl-revoked.lab',
    'good.lab cert-stapled.lab cert-ocsp-good.lab',
  ),
  'cert-staple-invalid': both(
    'cert-staple-expired.lab cert-staple-wrong-signature.lab cert-staple-unknown.lab cert-staple-other.lab cert-staple-malformed.lab cert-staple-delegated-unfit.lab',
    'cert-stapled.lab cert-staple-delegated.lab cert-revoked.lab pq.lab',
  ),
  'cert-must-staple-unmet': both('cert-must-staple.lab', 'cert-must-staple-met.lab'),
  'cert-no-revocation-info': both('cert-no-revocation.lab', 'good.lab cert-ocsp-good.lab'),
  'cert-lifetime-too-long': both('cert-public-250-days.lab', 'good.lab cert-public.lab cert-public-90-days.lab'),
  'cert-ct-insufficient': both(
    'cert-public-unlogged.lab cert-public-one-operator.lab cert-public-retired-alone.lab cert-public-stapled.lab',
    'good.lab cert-public.lab cert-public-retired-later.lab cert-public-handshake.lab',
  ),
  'cert-sct-invalid': both(
    'cert-timestamps-spoilt.lab cert-public-spoilt.lab cert-public-retired.lab',
    'cert-timestamps.lab cert-public.lab cert-public-retired-later.lab cert-public-unlisted.lab',
  ),
  'cert-eku-no-serverauth': both(
    'cert-no-server-auth.lab cert-issuer-for-clients.lab',
    'good.lab cert-client-auth-too.lab',
  ),
  'cert-constraints-wrong': both('cert-leaf-authority.lab cert-unfit-key-usage.lab', 'good.lab'),
  'cert-san-internal': both('cert-internal-names.lab', 'good.lab cert-ip-name.lab'),
  'cert-nosni-leak': both('cert-no-sni.lab', 'good.lab'),
  'cert-alternate-rejected': both('cert-alternate-expired.lab', 'cert-alternate-sound.lab'),
  'cert-ip-inconsistent': both('cert-two-faces.lab', 'good.lab'),
  'caa-missing': both('pq.lab sound.lab', 'good.lab caa.lab cert-stapled.lab'),
  'caa-invalid': both(
    'bad-value.caa.lab critical.caa.lab no-issue.caa.lab',
    'caa.lab bound.caa.lab uncritical.caa.lab nobody.caa.lab web-report.caa.lab',
  ),
  'caa-issuer-not-allowed': both(
    'other.caa-public.lab nobody.caa-public.lab',
    'good.lab caa-public.lab several.caa-public.lab no-wildcard.caa-public.lab',
  ),
  'caa-lookup-fails': both('caa-servfail.lab', 'good.lab caa.lab pq.lab'),
  'dane-https': both('mismatch.dane.lab', 'good.lab dane.lab issuer.dane.lab mixed.dane.lab'),
  'cert-chain-messy': both(
    'cert-root-sent.lab cert-duplicate-sent.lab cert-large-chain.lab cert-expired-extra.lab cert-expired-twin-first.lab cert-expired-twin-only.lab cert-disordered.lab cert-cross-signed.lab cert-untrusted-root-sent.lab',
    'good.lab',
  ),
  'cert-not-stapled': both('cert-ocsp-good.lab cert-ocsp-dead.lab', 'cert-stapled.lab'),
  'cert-lifetime-trend': both('cert-public-90-days.lab cert-public-250-days.lab', 'good.lab cert-public.lab'),
  'cert-eku-clientauth': both('cert-client-auth-too.lab cert-public-client-auth.lab', 'good.lab cert-public.lab'),
  'cert-serial-entropy': both('cert-low-entropy-serial.lab cert-public-low-entropy.lab', 'good.lab cert-public.lab'),
  'cert-wildcard': both('cert-wildcard.lab cert-many-names.lab', 'good.lab'),
  'cert-shared-key-services': both('drown-shared.lab alpaca.lab', 'keys-apart.lab'),
  // For an audit with the memory of an earlier one, which saw this key or another.
  'cert-key-not-rotated': both('good.lab', 'ticket-key.lab'),
  'caa-no-accounturi': both('good.lab caa.lab', 'bound.caa.lab'),
  'caa-no-issuemail-issuevmc': both('good.lab bound.caa.lab', 'caa.lab'),
  'caa-iodef': both('bound.caa.lab web-report.caa.lab', 'good.lab caa.lab'),
  'caa-unsigned': both('cert-stapled.lab', 'good.lab caa.lab'),
  'cert-pq-signature': both('cert-ml-dsa.lab', 'good.lab'),
};
