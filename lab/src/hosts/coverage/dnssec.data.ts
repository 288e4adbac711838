import { both, type CoverageTable } from './row.data.ts';

/** Zones that show one property of DNSSEC each. */
export const dnssecCoverage: CoverageTable = {
  'dnssec-unsigned': both('insecure.lab bad.lab', 'sec-nsec3.lab sec-island.lab good.lab'),
  'dnssec-island': both('sec-island.lab', 'sec-nsec3.lab'),
  'dnssec-ds-no-dnskey': both(
    'sec-ds-mismatch.lab sec-ds-no-dnskey.lab sec-key-no-zone-flag.lab sec-key-revoked.lab bogus.lab',
    'sec-nsec3.lab sec-expired.lab sec-ds-for-zsk.lab',
  ),
  'dnssec-rrsig-missing': both(
    'sec-text-unsigned.lab sec-wrong-signer.lab sec-labels.lab',
    'sec-nsec3.lab sec-text-corrupt.lab sec-longer-ttl.lab',
  ),
  'dnssec-rrsig-expired': both(
    'sec-expired.lab sec-future.lab sec-text-expired.lab expired.lab',
    'sec-nsec3.lab sec-text-unsigned.lab',
  ),
  'dnssec-rrsig-invalid': both('sec-text-corrupt.lab', 'sec-nsec3.lab sec-text-expired.lab'),
  'dnssec-denial-broken': both(
    'sec-denial-missing.lab sec-nsec3-missing.lab sec-nsec3-no-cover.lab sec-denies-mx.lab sec-denies-name.lab',
    'sec-nsec.lab sec-nsec3.lab sec-wildcard.lab',
  ),
  'dnssec-ns-inconsistent': both('sec-one-server-unsigned.lab sec-one-server-expired.lab', 'sec-nsec3.lab'),
  'dnssec-rrsig-expiring': both('sec-short-lived.lab', 'sec-nsec3.lab sec-long.lab'),
  'dnssec-rrsig-too-long': both('sec-long.lab', 'sec-nsec3.lab'),
  'dnssec-ttl-beyond-expiry': both('sec-short-lived.lab', 'sec-nsec3.lab sec-long.lab'),
  'dnssec-missing-alg-signature': both('sec-two-algs-one-signed.lab', 'sec-two-algs.lab sec-nsec3.lab'),
  'dnssec-algorithm-deprecated': both(
    'sec-rsasha1.lab rsa1.lab sec-gost.lab',
    'sec-nsec3.lab sec-rsa1024.lab sec-ed448.lab',
  ),
  'dnssec-algorithm-not-recommended': both('sec-rsasha512.lab', 'sec-nsec3.lab sec-rsa1024.lab'),
  'dnssec-algorithm-unsupported': both(
    'sec-alg-unknown.lab sec-ds-unknown.lab sec-alg-200.lab sec-alg-private.lab sec-gost.lab',
    'sec-nsec3.lab sec-rsasha1.lab sec-mldsa44.lab',
  ),
  'dnssec-ds-digest-weak': both('sec-ds-sha1.lab sec-ds-both.lab', 'sec-nsec3.lab sec-ds-sha384.lab'),
  'dnssec-ds-orphan': both('sec-ds-orphan.lab', 'sec-nsec3.lab'),
  'dnssec-rsa-key-short': both('sec-rsa1024.lab sec-rsa512.lab', 'sec-two-algs.lab sec-rsa4096.lab'),
  'dnssec-key-known-weak': both('sec-rsa-roca.lab sec-rsa-close.lab', 'sec-nsec3.lab sec-rsa1024.lab sec-rsa-e3.lab'),
  'dnssec-nsec3-iterations': both('sec-nsec3-10.lab', 'sec-nsec3.lab'),
  'dnssec-nsec3-iterations-high': both('sec-nsec3-51.lab sec-nsec3-200.lab', 'sec-nsec3.lab sec-nsec3-10.lab'),
  'dnssec-nsec3-salt': both('sec-nsec3-salted.lab', 'sec-nsec3.lab'),
  'dnssec-nsec3-optout': both('sec-optout.lab', 'sec-nsec3.lab'),
  'dnssec-zone-walkable': both('sec-nsec.lab', 'sec-nsec3.lab'),
  'dnssec-cds-not-followed': both('sec-cds-delete.lab', 'sec-cds.lab'),
  'dnssec-cds-inconsistent': both('sec-cds-other.lab sec-cds-delete.lab', 'sec-cds.lab'),
  'dnssec-mx-zone-bogus': both('sec-mx-bogus.lab', 'sec-mx-unsigned.lab good.lab'),
  'dnssec-mx-zone-unsigned': both('sec-mx-unsigned.lab', 'good.lab'),
  'dnssec-alias-bogus': both('sec-alias-bogus.lab', 'sec-alias.lab'),
  'dnssec-alias-unsigned': both('sec-alias.lab', 'sec-alias-inside.lab'),
  'dnssec-resolver-ede': both('bogus.lab sec-expired.lab', 'sec-nsec3.lab'),
};
