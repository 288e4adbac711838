import { fail, type Fault, inconclusive, pass, type Plain, type Verdict } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { VectorName } from '../../../catalogue/vectors.data.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { suiteList, suiteProof } from './proof.ts';
import {
  acceptedSuites,
  everyVersion,
  suiteGap,
  type Thoroughness,
  type AcceptedSuite,
} from '../../../evidence/tls/inventory.ts';

/** Suites that a server should refuse, and the proof that a pass needs. */
export interface UnwantedSuites {
  matches: (suite: AcceptedSuite) => boolean;
  /** Required thoroughness of the enumeration for a pass. */
  needed: Thoroughness;
  /** Versions whose suite list must be complete for a pass; default: those before TLS 1.3. */
  versions?: readonly TlsVersionName[] | undefined;
  /** Expected behaviour, for the finding's description. */
  expected?: string | undefined;
  /** A description beyond what is accepted and expected. */
  describe?: ((suites: readonly AcceptedSuite[], endpoint: TlsEndpoint) => string) | undefined;
  /** The reason of a pass. */
  passed: string | ((endpoint: TlsEndpoint) => string);
  /** A more severe vector where the server accepts only these suites. */
  onlyChoice?: VectorName;
}

/** True where the server is known to accept these suites and no others, in any version. */
const isOnlyChoice = (endpoint: TlsEndpoint, suites: readonly AcceptedSuite[]): boolean =>
  suites.length === acceptedSuites(endpoint).length && suiteGap(endpoint, 'full', everyVersion) === undefined;

/** Judges unwanted suites: one accepted suite is a fault; a pass needs a complete list. */
export const unwantedSuites =
  ({ matches, needed, versions, expected = '', describe, passed, onlyChoice }: UnwantedSuites) =>
  (endpoint: TlsEndpoint): Fault | Plain => {
    const accepted = acceptedSuites(endpoint, matches);
    if (accepted.length > 0) {
      const isOnly = onlyChoice !== undefined && isOnlyChoice(endpoint, accepted);
      const found = `Accepted: ${suiteList(accepted)}${isOnly ? ' and no other suite' : ''}; expected: ${expected}.`;
      return {
        description: describe?.(accepted, endpoint) ?? found,
        evidence: [suiteProof(endpoint, accepted), nmapLine(endpoint, 'ssl-enum-ciphers')],
        ...(isOnly ? { cvss: onlyChoice } : {}),
      };
    }
    const gap = suiteGap(endpoint, needed, versions);
    if (gap !== undefined) return inconclusive(gap);
    return pass(typeof passed === 'string' ? passed : passed(endpoint));
  };

/** unwantedSuites as a verdict: the fault is a failure. */
export const refusedSuites =
  (unwanted: UnwantedSuites) =>
  (endpoint: TlsEndpoint): Verdict => {
    const judged = unwantedSuites(unwanted)(endpoint);
    return 'outcome' in judged ? judged : fail(judged);
  };
