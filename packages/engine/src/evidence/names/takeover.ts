import type { ServiceAlias } from './schema.ts';

/**
 * What the proofs of an alias into a service come to. claimable: a stranger can have the name; conditional: under conditions of the
 * service; kept: nobody has it, and the service gives it to nobody; claimed: somebody has it, or nothing shows that nobody has;
 * missing: it does not exist, and no row of the list says that it can be claimed; open: the proofs are not complete.
 */
export type TakeoverState = 'claimable' | 'conditional' | 'kept' | 'claimed' | 'missing' | 'open';

const byStatus = { vulnerable: 'claimable', edge: 'conditional', safe: 'kept' } as const;

/** A server that limits or fails shows nothing. */
const isNoAnswer = (status: number): boolean => status === 429 || status >= 500;

/** Reads the two proofs: the mark of the service under the name, and under a name that nobody has. */
export function takeoverState({ exists, byNxdomain, status, own, control }: ServiceAlias): TakeoverState {
  if (exists === 'unknown') return 'open';
  if (exists === 'no') return byNxdomain && status !== 'safe' ? byStatus[status] : 'missing';
  if (!own.known) return byNxdomain && own.failure.reason === 'not-tested' ? 'claimed' : 'open';
  if (own.value.mark === null) return isNoAnswer(own.value.status) ? 'open' : 'claimed';
  if (!control.known || (control.value.mark === null && isNoAnswer(control.value.status))) return 'open';
  // A page that only this name shows is its owner's own.
  return control.value.mark === null ? 'claimed' : byStatus[status];
}
