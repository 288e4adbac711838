import { type DomainName, parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain, suggestionText } from '@perimeter/protocols/domain/suggestion';
import { safeText } from '@perimeter/report/safe-text';
import { UsageError } from '../argument-values.ts';

/** A URL may hold a password or a token anywhere, and so may a log-in without its scheme. */
const mayHoldSecret = /[/\\?#=]|:[^\s]*@/u;
/** What is enough to find a target again. */
const maxCharacters = 80;

function typedAs(input: string): string {
  const typed = input.trim();
  return typed === '' || mayHoldSecret.test(typed) ? '' : ` "${safeText(typed, { maxLength: maxCharacters })}"`;
}

/** The domain that was typed, or the host of a URL. Throws UsageError, which repeats nothing that may be secret. */
export function domainOf(input: string, where: string): { domain: DomainName; isHostOfUrl: boolean } {
  const parsed = parseDomain(input);
  if (parsed.ok) return { domain: parsed.domain, isHostOfUrl: false };
  const meant = suggestDomain(input);
  if (meant !== null && parsed.reason === 'url') return { domain: meant, isHostOfUrl: true };
  throw new UsageError(`Invalid target${typedAs(input)}${where}. ${parsed.message}${suggestionText(input)}`);
}
