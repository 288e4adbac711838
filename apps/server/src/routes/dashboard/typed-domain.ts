import { parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain } from '@perimeter/protocols/domain/suggestion';

/** Characters of names alone: a text with others may hold a password. */
const canBeRepeated = /^[\p{L}\p{M}\p{N}._*-]{1,253}$/u;

/** What a field is taken for: the host of a pasted URL, anything else as it was typed. */
export function takenFor(typed: string): string {
  const parsed = parseDomain(typed);
  if (parsed.ok || parsed.reason !== 'url') return typed;
  return suggestDomain(typed)?.ascii ?? typed;
}

/** What a field shows again: a name as it was typed, else the domain that it may mean, and never anything else of the text. */
export function shownAgain(typed: string): string {
  const text = typed.trim();
  return canBeRepeated.test(text) ? text : (suggestDomain(text)?.ascii ?? '');
}
