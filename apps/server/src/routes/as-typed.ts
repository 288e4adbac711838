import { parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain } from '@perimeter/protocols/domain/suggestion';

/** A log-in or a query of a URL may hold a password or a token. */
const mayHoldSecret = /:[^\s/]*@|[?#]/u;

/** What a field is taken for: the host of a pasted URL, anything else as it was typed. */
export function takenFor(typed: string): string {
  const parsed = parseDomain(typed);
  if (parsed.ok || parsed.reason !== 'url') return typed;
  return suggestDomain(typed)?.ascii ?? typed;
}

/** What a field shows again: what was typed, but of a text that may hold a secret only the domain that it may mean. */
export function shownAgain(typed: string): string {
  // What turns the direction of a text disguises it.
  const text = typed.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  return mayHoldSecret.test(text) ? (suggestDomain(text)?.ascii ?? '') : text;
}
