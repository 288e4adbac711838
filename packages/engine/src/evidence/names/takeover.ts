import { simhashDistance } from '@perimeter/protocols/html/document/simhash';
import type { MarkSeen, ServiceAlias } from './schema.ts';

/**
 * What the proofs of an alias into a service come to. claimable: a stranger can have the name; conditional: under conditions of the
 * service, or only the words of its page say so; kept: nobody has it, and the service gives it to nobody; claimed: somebody has it, or nothing shows that nobody has;
 * missing: it does not exist, and no row of the list says that it can be claimed; open: the proofs are not complete.
 */
export type TakeoverState = 'claimable' | 'conditional' | 'kept' | 'claimed' | 'missing' | 'open';

const byStatus = { vulnerable: 'claimable', edge: 'conditional', safe: 'kept' } as const;

/** A server that limits or fails shows nothing. */
const isNoAnswer = (status: number): boolean => status === 429 || status >= 500;

/** Texts that differ in fewer bits are taken for the same page. */
const maxDistance = 6;
/** Pages repeat names of different lengths. */
const sizeBytes = 256;
const sizeShare = 0.2;

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(sizeBytes, sizeShare * Math.max(one, other));

/**
 * Whether two pages that show the same mark are the same page, by status, size and text. words: alike as far as was seen, but for
 * the text; other: an article that quotes the sentence is a page of its own.
 */
function likenessOf(own: MarkSeen, control: MarkSeen): 'same' | 'words' | 'other' {
  if (own.status !== control.status) return 'other';
  if (own.bytes === undefined || control.bytes === undefined) return 'words';
  if (own.simhash === undefined || control.simhash === undefined) return 'words';
  const isSameText = simhashDistance(own.simhash, control.simhash) <= maxDistance;
  if (isSameText && isNear(own.bytes, control.bytes)) return 'same';
  // The page that stands for a site comes without an error, and has a text of its own.
  return isSameText || own.status >= 400 ? 'words' : 'other';
}

/** Reads the two proofs: the mark of the service under the name, and under a name that nobody has. */
export function takeoverState({ exists, byNxdomain, status, own, control }: ServiceAlias): TakeoverState {
  if (exists === 'unknown') return 'open';
  if (exists === 'no') return byNxdomain && status !== 'safe' ? byStatus[status] : 'missing';
  if (!own.known) return byNxdomain && own.failure.reason === 'not-tested' ? 'claimed' : 'open';
  if (own.value.mark === null) {
    // The service may say in words that no row has that nobody has the name.
    const isAsControl =
      own.value.status >= 400 &&
      control.known &&
      control.value.mark === null &&
      likenessOf(own.value, control.value) === 'same';
    return isAsControl || isNoAnswer(own.value.status) ? 'open' : 'claimed';
  }
  if (!control.known || (control.value.mark === null && isNoAnswer(control.value.status))) return 'open';
  // A page that only this name shows is its owner's own.
  const likeness = control.value.mark === null ? 'other' : likenessOf(own.value, control.value);
  if (likeness === 'other') return 'claimed';
  return status === 'vulnerable' && likeness === 'words' ? 'conditional' : byStatus[status];
}

/** True where both pages show the words of the service, and nothing shows that they are the same page. */
export const restsOnWords = ({ own, control }: ServiceAlias): boolean =>
  own.known && control.known && likenessOf(own.value, control.value) === 'words';
