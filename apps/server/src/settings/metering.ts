import { anonymousTerms } from '@perimeter/contract/plan';
import type { Ceilings } from '../audits/ceilings.ts';

/** Who may cause sweeps of ports and paths: everyone, accounts, or callers with stated authority. */
export const activeCallers = ['all', 'accounts', 'authority'] as const;

/** Default credits per month and network of anonymous callers. */
export const defaultAnonymousCredits = anonymousTerms.creditsAMonth;

/** The operator's settings for credits, shared measurements and authority. */
export interface Metering {
  /** Credits per month and network of anonymous callers. */
  anonymousCredits: number;
  /** Credits per month of an administrator's account; null: those of its plan for keys, and no limit in the browser. */
  adminCredits: number | null;
  /** How long after its end a measurement can be shared, in seconds; 0: not at all. */
  shareSeconds: number;
  /** True: every audit has stated authority, for services whose callers only audit their own domains. */
  assumesAuthority: boolean;
  active: (typeof activeCallers)[number];
  /** Maximum audits per target, over all callers. */
  ceilings: Ceilings;
}
