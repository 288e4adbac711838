import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../http/errors.ts';
import type { AccountPrincipal } from './principal.ts';

/** The principal of a credential; null if there is none. */
interface Found {
  value: { principal: AccountPrincipal | null };
}

/** Looks a credential up for a network. Throws rate_limited where the network has tried many unknown ones. */
export type Guard = <T extends Found>(load: () => Promise<T>, network: string) => () => Promise<T>;

/** Limits how many unknown credentials of one network are looked up per minute. */
export function guardLookups(mostWorthless: number): Guard {
  const worthless = new RateLimiterMemory({ keyPrefix: 'worthless', points: mostWorthless, duration: 60 });
  return (load, network) => async () => {
    const tried = await worthless.get(network);
    if (tried !== null && tried.consumedPoints >= mostWorthless) {
      const headers = { 'retry-after': String(Math.max(1, Math.ceil(tried.msBeforeNext / 1_000))) };
      throw new AppError('rate_limited', { detail: 'Too many invalid credentials', headers });
    }
    const found = await load();
    if (found.value.principal === null) await worthless.penalty(network);
    return found;
  };
}
