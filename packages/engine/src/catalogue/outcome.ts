import type { Confidence } from '@perimeter/contract/finding';

/** Where an instance of a finding or observation was seen. */
export interface Location {
  /** Host name, A-labels. */
  host: string;
  port?: number;
  address?: string;
  /** The URL to show; derived from host and port where it is left out. */
  url?: string;
}

/** One located instance of a failure, as a check states it; the runner adds id, severity and prose. */
export interface FindingDraft {
  location: Location;
  /** What was seen and what was expected instead, in a sentence or two. */
  description: string;
  /** Raw proof, quoted from the evidence: header lines, bytes in hex, records. */
  evidence: string;
  /** How sure: confirmed unless said otherwise. */
  confidence?: Confidence;
  /** What the failure is about within the host and port (a header's name, a suite): part of the fingerprint. */
  subject?: string;
  /** A vector that replaces the check's own where the context demands it. */
  cvss?: string;
}

/** A located fact without a vector. */
export interface ObservationDraft {
  location: Location;
  description: string;
  evidence: string;
  subject?: string;
}

/** A check's answer to its question. */
export type Outcome =
  | { outcome: 'pass'; reason: string }
  | { outcome: 'fail'; reason: string; findings: readonly [FindingDraft, ...FindingDraft[]] }
  | { outcome: 'informational'; reason: string; observations: readonly ObservationDraft[] }
  | { outcome: 'not-applicable'; reason: string }
  | { outcome: 'inconclusive'; reason: string };

export const pass = (reason: string): Outcome => ({ outcome: 'pass', reason });
export const notApplicable = (reason: string): Outcome => ({ outcome: 'not-applicable', reason });
export const inconclusive = (reason: string): Outcome => ({ outcome: 'inconclusive', reason });
export const informational = (reason: string, observations: readonly ObservationDraft[]): Outcome => ({
  outcome: 'informational',
  reason,
  observations,
});

/** Fails when there is a finding, else passes: the usual end of a check that looks at several places. */
export const failIfAny = (findings: readonly FindingDraft[], failReason: string, passReason: string): Outcome => {
  const [first, ...rest] = findings;
  return first === undefined ? pass(passReason) : { outcome: 'fail', reason: failReason, findings: [first, ...rest] };
};
