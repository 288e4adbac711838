import { isFiniteField, isStaticKeyTransport } from '@perimeter/protocols/tls/registry/classify';
import { fail, inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { acceptedProof, suiteList } from '../../derive/tls/proof.ts';
import { isEphemeralDh, primeGap, primeProof, primesOf } from '../../derive/tls/primes.ts';
import { judgeShareReuse } from '../../derive/tls/shared-verdicts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { unwantedSuites } from '../../derive/tls/refused-suites.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedSuites, accepts, everyVersion, suiteGap } from '../../../evidence/tls/inventory.ts';

export const tlsNoForwardSecrecy = checkOf(eachEndpoint, {
  id: 'tls-no-forward-secrecy',
  title: 'Forward secrecy is supported',
  finding: 'No cipher suite with forward secrecy',
  weakness: { cvss: 'weakCrypto', cwe: [327] },
  shows: acceptedProof,
  judge: (endpoint) => {
    if (accepts(endpoint, 'TLSv1.3') === true)
      return pass('TLS 1.3 is accepted, which always provides forward secrecy');
    const [first] = acceptedSuites(endpoint, ({ forwardSecrecy }) => forwardSecrecy);
    if (first !== undefined) return pass(`${first.name} is accepted, which provides forward secrecy`);
    const gap = suiteGap(endpoint, 'full', everyVersion);
    if (gap !== undefined) return inconclusive(gap);
    return `Accepted: ${suiteList(acceptedSuites(endpoint)) || 'no known suite'}; expected: ECDHE suites or TLS 1.3 (RFC 9325 section 4.1).`;
  },
});

export const tlsStaticRsa = checkOf(eachEndpoint, {
  id: 'tls-static-rsa',
  title: 'Cipher suites without forward secrecy (static RSA/ECDH) are disabled',
  finding: 'Cipher suites without forward secrecy (static RSA/ECDH)',
  weakness: { cvss: 'recordedDecryption', cwe: [327] },
  judge: unwantedSuites({
    matches: isStaticKeyTransport,
    needed: 'full',
    expected: 'ephemeral key exchange only (RFC 10015)',
    passed: 'Suites without ephemeral key exchange are disabled',
  }),
});

export const tlsDheOffered = checkOf(eachEndpoint, {
  id: 'tls-dhe-offered',
  title: 'Finite-field DHE cipher suites are disabled',
  finding: 'Finite-field DHE cipher suites are enabled',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  judge: unwantedSuites({
    matches: isFiniteField,
    needed: 'full',
    expected: 'elliptic-curve or hybrid key exchange only (RFC 10015)',
    passed: 'DHE and DH suites are disabled',
  }),
});

/** RFC 9325 section 4.5: 2048 bits at least. */
const minDhBits = 2048;
/** vuln-logjam covers primes up to this size, so that one prime is penalized once. */
const logjamBits = 1024;

export const tlsDhWeak = checkOf(eachEndpoint, {
  id: 'tls-dh-weak',
  title: 'Diffie-Hellman groups have at least 2048 bits',
  finding: 'Diffie-Hellman group with less than 2048 bits',
  weakness: { cvss: 'weakCrypto', cwe: [326] },
  judge: (endpoint) => {
    const seen = primesOf(endpoint);
    const weak = seen.filter(({ bits }) => bits > logjamBits && bits < minDhBits);
    const smallest = Math.min(...weak.map(({ bits }) => bits));
    if (weak.length > 0) {
      return fail({
        description: `The server sent a Diffie-Hellman prime of ${smallest} bits; expected: at least ${minDhBits} (RFC 9325 section 4.5).`,
        evidence: [
          'Offered: suites with ephemeral Diffie-Hellman. Answered: ServerKeyExchange',
          primeProof(endpoint, weak, 'ssl-enum-ciphers'),
        ],
      });
    }
    if (seen.some(({ bits }) => bits <= logjamBits))
      return notApplicable(`The primes have ${logjamBits} bits or less, which vuln-logjam reports`);
    const open = suiteGap(endpoint, 'full');
    if (!acceptedSuites(endpoint).some(isEphemeralDh))
      return open === undefined ? notApplicable('No ephemeral finite-field suite is accepted') : inconclusive(open);
    const gap = primeGap(endpoint) ?? open;
    return gap === undefined ? pass(`All primes have at least ${minDhBits} bits`) : inconclusive(gap);
  },
});

export const tlsDhReuse = checkOf(eachEndpoint, {
  id: 'tls-dh-reuse',
  title: 'Ephemeral keys are not reused',
  finding: 'Ephemeral key is reused across handshakes',
  weakness: { cvss: 'cryptoMargin', cwe: [323] },
  judge: judgeShareReuse('any'),
});
