import { combinedValue, trimOws } from '@perimeter/protocols/http/headers/header-list';
import { parseReferrerPolicy, type ReferrerPolicy } from '@perimeter/protocols/http/policies/referrer-policy';
import { failEach, informational, pass } from '../../../catalogue/outcome.ts';
import { type Answer, isRedirect, locationOf } from '../../derive/http/answer.ts';
import { referringCheck } from '../../derive/http/checks.ts';
import { quoteHeaders } from '../../derive/http/quote.ts';

/** What each policy that is weaker than the browsers' default gives away. */
const weaknesses: Partial<Record<ReferrerPolicy, string>> = {
  'unsafe-url': 'sends the full URL, with path and query, to every site, even over plain HTTP',
  'no-referrer-when-downgrade': 'sends the full URL, with path and query, to every HTTPS site',
  origin: 'sends the origin over plain HTTP too',
  'origin-when-cross-origin': 'sends the origin to other sites over plain HTTP too',
};

/** An empty header says as little as none. */
const isSilent = ({ headers }: Answer): boolean => trimOws(combinedValue(headers, 'Referrer-Policy') ?? '') === '';

function weaknessOf(answer: Answer): string | null {
  if (isSilent(answer)) return null;
  const { value, problems } = parseReferrerPolicy(answer.headers);
  if (value === null) return `${problems.join('; ') || 'The header has no value'}: the header has no effect`;
  const weakness = weaknesses[value];
  return weakness === undefined ? null : `${value} ${weakness}`;
}

/** The first answer of each origin: redirects and document of one server share their configuration. */
const firstOfOrigins = <T extends { answer: Answer }>(found: readonly T[]): T[] =>
  [...Map.groupBy(found, ({ answer }) => answer.url.origin).values()].flatMap((group) => group.slice(0, 1));

export const hdrReferrerUnsafe = referringCheck({
  id: 'hdr-referrer-unsafe',
  title: 'Referrer-Policy hides paths and queries from other sites',
  finding: 'Referrer-Policy leaks URLs or is invalid',
  cvss: 'browserHardening',
  cwe: [200],
  references: ['https://www.w3.org/TR/referrer-policy/', 'https://owasp.org/www-project-secure-headers/'],
  judge: (answers) => {
    const weak = answers.flatMap((answer) => {
      const weakness = weaknessOf(answer);
      return weakness === null ? [] : [{ answer, weakness }];
    });
    const drafts = firstOfOrigins(weak).map(({ answer, weakness }) => ({
      location: locationOf(answer),
      subject: 'referrer-policy',
      description: `${weakness}. Expected: strict-origin-when-cross-origin or stricter.`,
      evidence: quoteHeaders(answer, 'Referrer-Policy'),
    }));
    return failEach(
      drafts,
      answers.every(isSilent)
        ? 'No policy is sent, and the browser default is safe'
        : 'No policy is weaker than the browser default',
    );
  },
});

export const hdrReferrerMissing = referringCheck({
  id: 'hdr-referrer-missing',
  title: 'Referrer-Policy header is set',
  finding: 'Missing Referrer-Policy header',
  references: ['https://www.w3.org/TR/referrer-policy/#default-referrer-policy'],
  judge: (answers) => {
    // The document speaks for the site; on a host that only redirects the redirects do.
    const documents = answers.filter((answer) => !isRedirect(answer));
    const silent = (documents.length > 0 ? documents : answers).find(isSilent);
    if (silent === undefined) return pass('Referrer-Policy is sent');
    return informational({
      location: locationOf(silent),
      description: 'Without the header browsers apply strict-origin-when-cross-origin; older ones send full URLs.',
      evidence: quoteHeaders(silent, 'Referrer-Policy'),
    });
  },
});
