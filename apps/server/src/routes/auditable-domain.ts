import { parseDomain, type DomainName } from '@perimeter/protocols/domain/name';
import { suggestDomain, suggestionText } from '@perimeter/protocols/domain/suggestion';
import { AppError, type RequestMistake } from '../http/errors.ts';

/**
 * Why a text is not a domain, with a suggestion built from parsed parts, so that nothing else of the text, such as a
 * password in a URL, is repeated. Null for a domain.
 */
export function domainMistake(input: string, pointer: string): RequestMistake | null {
  const parsed = parseDomain(input);
  if (parsed.ok) return null;
  const meant = suggestDomain(input)?.ascii;
  const message = `${parsed.message}${suggestionText(input)}`;
  return { pointer, message, reason: parsed.reason, ...(meant === undefined ? {} : { suggestion: meant }) };
}

/** The domain in a text. Throws invalid_domain. */
export function auditableDomain(input: string, pointer: string): DomainName {
  const parsed = parseDomain(input);
  if (parsed.ok) return parsed.domain;
  throw invalidDomain([domainMistake(input, pointer)].filter((mistake) => mistake !== null));
}

/** The error for invalid domains: one sentence, and a list. */
export const invalidDomain = (mistakes: readonly RequestMistake[]): AppError =>
  new AppError('invalid_domain', {
    detail: [...new Set(mistakes.map(({ message }) => message))].join('; '),
    errors: [...mistakes],
  });
