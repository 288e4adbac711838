import type { AskedQuestion } from '@perimeter/protocols/http/csp/attack';
import type { PolicyAnswer } from '@perimeter/protocols/http/csp/match';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { bodyLine } from '../../../catalogue/reproduce-http.ts';
import { locationOf } from './place.ts';
import type { PolicedPage } from '../../../evidence/site/policies/policed-page.ts';
import { shorten } from '../../../evidence/words/text.ts';
import { cutLong, quoteHeaders, quoteLines } from '../../../evidence/http/quote.ts';

const names = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'] as const;

/** Most meta elements that are quoted. */
const maxMetas = 10;

/** The policies as received, from headers and meta elements; the whole head as proof where there is none. */
export function quotePolicies({ document, facts }: PolicedPage): (string | null)[] {
  const lines = names.flatMap((name) => headerLines(document.headers, name));
  const metas = (facts?.metaPolicies ?? [])
    .slice(0, maxMetas)
    .map(({ text, line }) => cutLong(`Line ${line}: <meta http-equiv="Content-Security-Policy" content="${text}">`));
  if (metas.length === 0) return [quoteHeaders(document, ...names)];
  const command = lines.length > 0 ? null : bodyLine(locationOf(document), '<meta[^>]*content-security-policy[^>]*>');
  return [quoteLines(document, lines), ...metas, command];
}

/** The deciding directive and its token. */
export function decidedBy({ directive, source }: PolicyAnswer): string {
  if (directive === null) return 'no directive';
  return source === null ? directive : `${directive} ${shorten(source, 60)}`;
}

/** The token of each policy that allows an attack. */
export const openers = ({ answers }: Pick<AskedQuestion, 'answers'>): string =>
  [...new Set(answers.map(decidedBy))].slice(0, 4).join(', ');
