import type { CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { fail, inconclusive, pass } from '../../../catalogue/outcome.ts';
import { suiteList, suiteProof } from '../../derive/tls/proof.ts';
import {
  commonPrimeOf,
  type DhParameters,
  isEphemeralDh,
  primeGap,
  primeProof,
  smallPrimes,
} from '../../derive/tls/primes.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedSuites, suiteGap } from '../../../evidence/tls/inventory.ts';

const isExport = (suite: CipherSuite): boolean => suite.export && isEphemeralDh(suite);

/** The Logjam paper (CCS 2015, section 4) estimates that universities can break 768 bits, and states 1024 bits. */
const weakBits = 1024;

/** Below 1024 bits, attacking a single prime is worthwhile; at 1024 bits only a widely shared one. */
const isBroken = (one: DhParameters): boolean => one.export || one.bits < weakBits;
const isCertain = (one: DhParameters): boolean => isBroken(one) || commonPrimeOf(one.prime) !== undefined;

export const vulnLogjam = checkOf(eachEndpoint, {
  id: 'vuln-logjam',
  title: 'No weak Diffie-Hellman group (Logjam)',
  finding: 'Weak Diffie-Hellman group (Logjam, CVE-2015-4000)',
  weakness: { cvss: 'weakCrypto', cwe: [310, 326] },
  judge: (endpoint) => {
    const primes = smallPrimes(endpoint);
    const suites = acceptedSuites(endpoint, isExport);
    if (primes.length > 0 || suites.length > 0) {
      const [common] = primes.flatMap(({ prime }) => commonPrimeOf(prime) ?? []);
      const smallest = primes.length === 0 ? '' : ` a prime of ${Math.min(...primes.map(({ bits }) => bits))} bits`;
      const what = [...(suites.length === 0 ? [] : [` ${suiteList(suites)}`]), ...(smallest === '' ? [] : [smallest])];
      const shared =
        common === undefined
          ? ''
          : ` The prime is the default of ${common.name}: one precomputation breaks every server that uses it.`;
      return fail({
        description: `The server accepted${what.join(' and')} (CVE-2015-4000); expected: no export suite, and primes of at least 2048 bits (RFC 9325 section 4.5).${shared}`,
        evidence: ['Offered: only DHE suites', suiteProof(endpoint, suites), primeProof(endpoint, primes)],
        confidence: suites.length > 0 || primes.some(isCertain) ? 'confirmed' : 'firm',
        ...(suites.length > 0 || primes.some(isBroken) ? { cvss: 'totalInterception' } : {}),
      });
    }
    const gap = suiteGap(endpoint, 'full') ?? primeGap(endpoint);
    if (gap !== undefined) return inconclusive(gap);
    return pass(
      acceptedSuites(endpoint, isEphemeralDh).length === 0
        ? 'No ephemeral finite-field suite is accepted'
        : 'All Diffie-Hellman primes have more than 1024 bits',
    );
  },
});
