/** Why a status answer counts for nothing, and the sentence about it; `{0}` stands for the first value. */
export const statusReasons = {
  unreadable: 'It is malformed: {0}',
  'certificate-unreadable': 'The certificate is malformed',
  'other-certificate': 'It is for another certificate',
  'responder-status': 'The responder answered {0}',
  'type-unknown': 'Its type is unknown',
  'issuer-unknown': 'The issuer is unknown, so the signature cannot be verified',
  'signature-unsupported': 'The signature algorithm {0} is not supported',
  'signature-invalid': 'Its signature is invalid',
  'signed-by-other-key': 'It was signed with another key of the issuer',
  'issuer-may-not-sign': "The issuer's certificate does not allow signing CRLs",
  'responder-unknown': 'The certificate of its responder is missing',
  'responder-unauthorised': 'The issuer did not authorize the responder',
  'responder-signature-invalid': "The issuer's signature on the responder's certificate is invalid",
  'responder-purpose': "The responder's certificate does not allow signing OCSP responses",
  'responder-expired': "The responder's certificate has expired or is not yet valid",
  'not-yet-valid': 'It is not valid before {0}',
  expired: 'It expired on {0}',
  stale: 'It was issued on {0} and has no expiry date',
  'delta-list': 'It is a delta CRL, which only lists changes',
  'critical-extension': 'Its critical extension {0} is unknown',
  'indirect-list': 'It was issued by another CA (indirect CRL)',
  'other-authority': 'It was issued by another CA',
  'other-kind': 'It covers another type of certificates',
  'some-reasons': 'It does not cover all revocation reasons',
  'other-distribution-point': 'It is the CRL of another distribution point',
  'serial-number-twice': 'It contains a serial number twice',
  'list-malformed': '{0}',
} as const;

/** Why a timestamp is invalid or could not be verified. */
export const timestampReasons = {
  unreadable: 'It is malformed: {0}',
  'log-unknown': 'The log is unknown',
  'issuer-unknown': 'The issuer is unknown, but its key is part of the signed data',
  'algorithm-unknown': 'Its signature algorithm is not allowed for CT logs',
  'signature-invalid': 'Its signature is invalid',
  future: 'Its timestamp is in the future',
} as const;

/** What shows that a key is weak, by the kind of weakness. */
export const weaknessReasons = {
  debian: 'The list of compromised keys contains it as {0} (CVE-2008-0166)',
  roca: 'The modulus is a power of 65537 modulo all 39 primes up to 167, the fingerprint of CVE-2017-15361',
  'close-primes': "Fermat's method finds both primes in round {0} (CVE-2022-26320)",
  'small-factor': 'The modulus is divisible by {0}',
  'shared-factor': 'The modulus shares a prime with that of another certificate in this audit',
} as const;
