import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';

type Weakness = NonNullable<CertificateFacts['key']['weakness']>;

/** The fault of a key whose private half can be computed, as a clause after its name. */
export const keyWeaknesses: Readonly<Record<Weakness['kind'], string>> = {
  debian: 'is one of the predictable keys of the Debian OpenSSL flaw of 2006 to 2008 (CVE-2008-0166)',
  roca: 'has the fingerprint of the Infineon library whose RSA keys can be factored (ROCA, CVE-2017-15361)',
  'close-primes': 'has primes so close together that Fermat factorization finds them (CVE-2022-26320)',
  'small-factor': 'has a small prime factor',
  'shared-factor': 'shares a prime factor with another key, so both can be factored',
};
