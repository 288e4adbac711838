import { maxInputCharacters, parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain } from '@perimeter/protocols/domain/suggestion';

/** User information or a query in a URL may contain a password or token. */
const mayHoldSecret = /:[^\s/]*@|[?#]/u;

/** How an input is read: a pasted URL as its host, anything else unchanged. */
export function takenFor(typed: string): string {
  const parsed = parseDomain(typed);
  if (parsed.ok || parsed.reason !== 'url') return typed;
  return suggestDomain(typed)?.unicode ?? typed;
}

const codePoint = (character: string): string =>
  `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** What a form shows again: the input, but only the suggested domain if the input may contain a secret. */
export function shownAgain(typed: string): string {
  const text = typed.trim();
  // A longer text is cut, and the part that marks the rest as user information may be lost.
  if (text.length > maxInputCharacters) return /[?#@]/u.test(text) ? '' : shownAgain(text.slice(0, maxInputCharacters));
  if (mayHoldSecret.test(text)) return suggestDomain(text)?.unicode ?? '';
  // What turns the direction of a text disguises it, and may be all that is wrong with it.
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, codePoint);
}
