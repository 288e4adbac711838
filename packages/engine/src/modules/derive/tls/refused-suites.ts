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

/** Suites that nobody should accept, and how sure one must be to say that none is. */
export interface UnwantedSuites {
  matches: (suite: AcceptedSuite) => boolean;
  /** How thorough the enumeration must have been for a pass. */
  needed: Thoroughness;
  /** The versions whose list must be complete for a pass: those before TLS 1.3, where left out. */
  versions?: readonly TlsVersionName[] | undefined;
  /** What a good server does, for the finding's "expected". */
  expected?: string | undefined;
  /** The description, where it says more than what is accepted and what is expected. */
  describe?: ((suites: readonly AcceptedSuite[], endpoint: TlsEndpoint) => string) | undefined;
  /** The reason of a pass. */
  passed: string | ((endpoint: TlsEndpoint) => string);
  /** A graver vector where these suites are all that the server accepts. */
  onlyChoice?: VectorName;
}

/** True where the server is known to accept these suites and no others, in any version. */
const isOnlyChoice = (endpoint: TlsEndpoint, suites: readonly AcceptedSuite[]): boolean =>
  suites.length === acceptedSuites(endpoint).length && suiteGap(endpoint, 'full', everyVersion) === undefined;

/** Judges unwanted suites: one accepted is a fault; only a complete list passes. */
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

/** The same as a verdict: the fault fails. */
export const refusedSuites =
  (unwanted: UnwantedSuites) =>
  (endpoint: TlsEndpoint): Verdict => {
    const judged = unwantedSuites(unwanted)(endpoint);
    return 'outcome' in judged ? judged : fail(judged);
  };
