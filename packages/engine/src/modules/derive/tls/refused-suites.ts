import type { CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { fail, inconclusive, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { VectorName } from '../../../catalogue/vectors.data.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import {
  acceptedSuites,
  classicVersions,
  everyVersion,
  suiteGap,
  type Thoroughness,
  type AcceptedSuite,
} from './inventory.ts';
import { suiteList, suiteProof } from './proof.ts';
import { proof } from '../words/text.ts';

/** Suites that nobody should accept, and how sure one must be to say that none is. */
export interface UnwantedSuites {
  matches: (suite: CipherSuite) => boolean;
  /** How thorough the enumeration must have been for a pass. */
  needed: Thoroughness;
  /** What a good server does, for the finding's "expected". */
  expected: string;
  /** The reason of a pass. */
  passed: string;
  /** A graver vector where these suites are all that the server accepts. */
  onlyChoice?: VectorName;
  /** Ask for the suites of TLS 1.3 as well. */
  withTls13?: boolean;
}

/** True where the server is known to accept these suites and no others, in any version. */
const isOnlyChoice = (endpoint: TlsEndpoint, suites: readonly AcceptedSuite[]): boolean =>
  suites.length === acceptedSuites(endpoint).length && suiteGap(endpoint, 'full', everyVersion) === undefined;

/** Judges unwanted suites: one accepted fails, only a complete list passes. */
export const refusedSuites =
  (unwanted: UnwantedSuites) =>
  (endpoint: TlsEndpoint): Verdict => {
    const accepted = acceptedSuites(endpoint, unwanted.matches);
    if (accepted.length > 0) {
      const { onlyChoice } = unwanted;
      const isOnly = onlyChoice !== undefined && isOnlyChoice(endpoint, accepted);
      return fail({
        description: `Accepted: ${suiteList(accepted)}${isOnly ? ' and no other suite' : ''}; expected: ${unwanted.expected}.`,
        evidence: proof(suiteProof(endpoint, accepted), nmapLine(endpoint, 'ssl-enum-ciphers')),
        ...(isOnly ? { cvss: onlyChoice } : {}),
      });
    }
    const gap = suiteGap(endpoint, unwanted.needed, unwanted.withTls13 === true ? everyVersion : classicVersions);
    return gap === undefined ? pass(unwanted.passed) : inconclusive(gap);
  };
