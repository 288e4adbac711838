import type { CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { fail, inconclusive, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { acceptedSuites, classicVersions, everyVersion, suiteGap, type Thoroughness } from './inventory.ts';
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
  /** Ask for the suites of TLS 1.3 as well. */
  withTls13?: boolean;
}

/** Judges unwanted suites: one accepted fails, only a complete list passes. */
export const refusedSuites =
  (unwanted: UnwantedSuites) =>
  (endpoint: TlsEndpoint): Verdict => {
    const accepted = acceptedSuites(endpoint, unwanted.matches);
    if (accepted.length > 0) {
      return fail({
        description: `Accepted: ${suiteList(accepted)}; expected: ${unwanted.expected}.`,
        evidence: proof(suiteProof(endpoint, accepted), nmapLine(endpoint, 'ssl-enum-ciphers')),
      });
    }
    const gap = suiteGap(endpoint, unwanted.needed, unwanted.withTls13 === true ? everyVersion : classicVersions);
    return gap === undefined ? pass(unwanted.passed) : inconclusive(gap);
  };
