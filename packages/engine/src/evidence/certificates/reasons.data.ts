/** Why a status answer counts for nothing, and the sentence about it; `{0}` stands for the first value. */
export const statusReasons = {
  unreadable: 'It cannot be read: {0}',
  'certificate-unreadable': 'The certificate cannot be read',
  'other-certificate': 'It is about another certificate',
  'responder-status': 'The responder answered {0}',
  'type-unknown': 'It is of a type that nobody knows',
  'issuer-unknown': 'The issuer is not known, so nobody can tell who signed it',
  'signature-unsupported': 'Signatures by {0} are not verified here',
  'signature-invalid': 'Its signature does not verify',
  'signed-by-other-key': 'It was signed by another key of the issuer',
  'issuer-may-not-sign': "The issuer's key may not sign lists",
  'responder-unknown': 'It names a responder that is neither the issuer nor came along',
  'responder-unauthorised': 'The responder was not authorised by the issuer',
  'responder-signature-invalid': "The issuer's signature of the responder's certificate does not verify",
  'responder-purpose': "The responder's certificate is not for signing OCSP answers",
  'responder-expired': "The responder's certificate is out of date",
  'not-yet-valid': 'It is valid from {0} on',
  expired: 'It was valid until {0}',
  stale: 'It is of {0} and names no end',
  'delta-list': 'It holds only changes since another list',
  'critical-extension': 'Its critical extension {0} is not known',
  'indirect-list': 'It is of another authority than the issuer (indirect)',
  'other-authority': 'It is of another authority than the issuer',
  'other-kind': 'It is about another kind of certificates',
  'some-reasons': 'It does not hold revocations for all reasons',
  'other-distribution-point': 'It is the list of another distribution point',
  'serial-number-twice': 'It holds a serial number twice',
  'list-malformed': '{0}',
} as const;

/** Why a timestamp is invalid or could not be verified. */
export const timestampReasons = {
  unreadable: 'It cannot be read: {0}',
  'log-unknown': 'The log is not in the list',
  'issuer-unknown': 'The issuer is not known, and its key is part of what was signed',
  'algorithm-unknown': 'It is signed by an algorithm that logs do not use',
  'signature-invalid': 'Its signature does not verify by the key of the log',
  future: 'It lies in the future',
} as const;

/** What shows that a key is weak, by the kind of weakness. */
export const weaknessReasons = {
  debian: 'The list of keys that were published knows it as {0} (CVE-2008-0166)',
  roca: 'The modulus is a power of 65537 modulo all 39 primes up to 167, as the keys of CVE-2017-15361 are',
  'close-primes': "Fermat's method finds the two primes in round {0} (CVE-2022-26320)",
  'small-factor': 'The modulus is divisible by {0}',
  'shared-factor': 'The modulus has a prime in common with that of another certificate of this audit',
} as const;
