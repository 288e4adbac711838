import { type DomainName, parseDomain } from '@perimeter/protocols/domain/name';
import { suggestDomain } from '@perimeter/protocols/domain/suggestion';
import { UsageError } from '../argument-values.ts';

/** Characters of names alone: a text with others may hold a password. */
const canBeRepeated = /^[\p{L}\p{M}\p{N}._*-]{1,253}$/u;

/** The domain that was typed, or the host of a URL. Throws UsageError, which repeats names alone. */
export function domainOf(input: string, where: string): { domain: DomainName; isHostOfUrl: boolean } {
  const parsed = parseDomain(input);
  if (parsed.ok) return { domain: parsed.domain, isHostOfUrl: false };
  const meant = suggestDomain(input);
  if (meant !== null && parsed.reason === 'url') return { domain: meant, isHostOfUrl: true };
  const typed = canBeRepeated.test(input.trim()) ? ` "${input.trim()}"` : '';
  const hint = meant === null ? '' : `. Did you mean ${meant.ascii}?`;
  throw new UsageError(`Invalid target${typed}${where}. ${parsed.message}${hint}`);
}
