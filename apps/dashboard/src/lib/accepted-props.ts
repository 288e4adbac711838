import type { AfterFixes } from '@perimeter/contract/score';
import type { AppliedWaivers } from '@perimeter/contract/waiver/waiver';

/** What an account sees of the risks that it accepted for the domain of a report. */
export interface Acceptance {
  /** Null where the policy in force is not the one that scored the report. */
  scoreWithWaivers: AfterFixes | null;
  waivers: AppliedWaivers['waivers'];
  /** Fingerprints of the findings whose risk is accepted. */
  waived: readonly string[];
}

/** The risks that an account accepted for a domain, and what they do to its latest report of it. */
export interface AcceptedOfDomain extends Acceptance {
  domain: string;
  /** Null: there is no report. */
  latest: { score: number; grade: string } | null;
}

/** What the list of accepted risks shows. */
export interface AcceptedProps {
  /** Those of which a waiver ends first come first. */
  domains: readonly AcceptedOfDomain[];
  /** What the checks and findings are called, by id and fingerprint. */
  titles: Readonly<Record<string, string>>;
  /** From 1. */
  page: number;
  pages: number;
}
