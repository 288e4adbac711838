import type { Ceilings } from '../audits/ceilings.ts';
import type { WordOf } from './choices.ts';

/** What an operator sets about credits, shared measurements and authority. */
export interface Metering {
  /** Credits a month for each network of anonymous callers. */
  anonymousCredits: number;
  /** Credits a month for an administrator's account; null: those of its plan by key, and no limit in the browser, because the service is theirs. */
  adminCredits: number | null;
  /** How long after its end a measurement still serves other audits of its target; 0: not at all. */
  shareSeconds: number;
  /** Every audit counts as stated authority: on a service whose callers audit only what is theirs. */
  assumesAuthority: boolean;
  /** Who may cause sweeps of ports and paths: everybody, callers with an account, or those who state authority. */
  active: WordOf<'PERIMETER_ACTIVE'>;
  /** How many audits a target takes, over all callers. */
  ceilings: Ceilings;
}
