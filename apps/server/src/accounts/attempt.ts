import type { Identity } from '../identity/identity.ts';
import type { Caller } from './caller.ts';

/** Counts one attempt at what needs no account. Throws rate_limited. */
export const countAttempt = async (
  { throttle }: Pick<Identity, 'throttle'>,
  { network }: Pick<Caller, 'network'>,
): Promise<void> => throttle.attempt(network);
