import { parseDomain, type DomainName } from '@perimeter/protocols/domain/name';
import { suggestDomain, suggestionText } from '@perimeter/protocols/domain/suggestion';
import { AppError, type RequestMistake } from '../http/errors.ts';

/**
 * What is wrong with a text in place of a domain, with the domain that it may mean: parsed from it, so that nothing else of
 * the text, such as a password in a URL, is repeated. Null for a domain.
 */
export function domainMistake(input: string, pointer: string): RequestMistake | null {
  const parsed = parseDomain(input);
  if (parsed.ok) return null;
  const meant = suggestDomain(input)?.ascii;
  const message = `${parsed.message}${suggestionText(input)}`;
  return { pointer, message, reason: parsed.reason, ...(meant === undefined ? {} : { suggestion: meant }) };
}

/** The domain of a text. Throws invalid_domain. */
export function auditableDomain(input: string, pointer: string): DomainName {
  const parsed = parseDomain(input);
  if (parsed.ok) return parsed.domain;
  throw invalidDomain([domainMistake(input, pointer)].filter((mistake) => mistake !== null));
}

/** The refusal of texts that are no domains, in a sentence and one by one. */
export const invalidDomain = (mistakes: readonly RequestMistake[]): AppError =>
  new AppError('invalid_domain', {
    detail: [...new Set(mistakes.map(({ message }) => message))].join('; '),
    errors: [...mistakes],
  });
