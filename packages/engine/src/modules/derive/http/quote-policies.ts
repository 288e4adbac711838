import type { AskedQuestion } from '@perimeter/protocols/http/csp/attack';
import type { Answer as PolicyAnswer } from '@perimeter/protocols/http/csp/match';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { bodyLine } from '../../../catalogue/reproduce-http.ts';
import { locationOf } from './place.ts';
import type { PolicedPage } from '../../../evidence/site/policies/policed-page.ts';
import { shorten } from '../../../evidence/words/text.ts';
import { cutLong, quoteHeaders, quoteLines } from '../../../evidence/http/quote.ts';

const names = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'] as const;

/** Meta elements that are quoted at most. */
const maxMetas = 10;

/** The policies as received, in headers and in meta elements; where there is none, the whole head, which proves that. */
export function quotePolicies({ document, facts }: PolicedPage): (string | null)[] {
  const lines = names.flatMap((name) => headerLines(document.headers, name));
  const metas = (facts?.metaPolicies ?? [])
    .slice(0, maxMetas)
    .map(({ text, line }) => cutLong(`Line ${line}: <meta http-equiv="Content-Security-Policy" content="${text}">`));
  if (metas.length === 0) return [quoteHeaders(document, ...names)];
  const command = lines.length > 0 ? null : bodyLine(locationOf(document), '<meta[^>]*content-security-policy[^>]*>');
  return [quoteLines(document, lines), ...metas, command];
}

/** Which directive decides, and by which token. */
export function decidedBy({ directive, source }: PolicyAnswer): string {
  if (directive === null) return 'no directive';
  return source === null ? directive : `${directive} ${shorten(source, 60)}`;
}

/** What lets an attack through: the token of each policy. */
export const openers = ({ answers }: Pick<AskedQuestion, 'answers'>): string =>
  [...new Set(answers.map(decidedBy))].slice(0, 4).join(', ');
