import type { Ceilings } from '../audits/ceilings.ts';
import type { WordOf } from './choices.ts';

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
  /** Who may cause sweeps of ports and paths: everybody, callers with an account, or those who state authority. */
  active: WordOf<'PERIMETER_ACTIVE'>;
  /** How many audits a target takes, over all callers. */
  ceilings: Ceilings;
}
