import { maxInputCharacters, parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain } from '@perimeter/protocols/domain/suggestion';

/** A log-in or a query of a URL may hold a password or a token. */
const mayHoldSecret = /:[^\s/]*@|[?#]/u;

/** What a field is taken for: the host of a pasted URL, anything else as it was typed. */
export function takenFor(typed: string): string {
  const parsed = parseDomain(typed);
  if (parsed.ok || parsed.reason !== 'url') return typed;
  return suggestDomain(typed)?.unicode ?? typed;
}

const codePoint = (character: string): string =>
  `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** What a field shows again: what was typed, but of a text that may hold a secret only the domain that it may mean. */
export function shownAgain(typed: string): string {
  const text = typed.trim();
  // The end of a longer text is cut, and with it may go what shows that the rest is a log-in.
  if (text.length > maxInputCharacters) return /[?#@]/u.test(text) ? '' : shownAgain(text.slice(0, maxInputCharacters));
  if (mayHoldSecret.test(text)) return suggestDomain(text)?.unicode ?? '';
  // What turns the direction of a text disguises it, and may be all that is wrong with it.
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, codePoint);
}
