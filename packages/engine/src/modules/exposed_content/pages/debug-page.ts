import { traceIn } from '@perimeter/protocols/exposure/interfaces';
import { debugPageOf } from '@perimeter/protocols/html/debug-page';
import { checkOf } from '../../../catalogue/check-of.ts';
import { fail, inconclusive, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { bodyLine, traceMark } from '../../../catalogue/reproduce-http.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import type { HttpEvidence } from '../../../evidence/http/schema.ts';
import { locationOf } from '../../derive/http/place.ts';
import { renderedDocument } from '../../derive/subjects/answers.ts';
import { quoteLines } from '../../../evidence/http/quote.ts';

/** Traces appear near the beginning of an error page. */
const maxTraceCharacters = 64 * 1024;

/** An internal detail that a document discloses, and a mark of it for grep, without quotes. */
interface Shown {
  what: string;
  mark: string | null;
}

/** Internal details that a document discloses: an article may quote a trace, so only a server error counts as one. */
function shownIn(text: string | null, status: number): Shown | null {
  if (text === null) return null;
  const found = debugPageOf(text, status);
  if (found !== null) {
    const mark = found.marks.find((one) => /^[a-z0-9 .,:</>=-]+$/.test(one));
    return { what: `the debug page of ${found.name}`, mark: mark?.replaceAll('.', '\\.') ?? null };
  }
  const trace = status >= 500 ? traceIn(text.slice(0, maxTraceCharacters)) : null;
  return trace === null
    ? null
    : { what: `an error page with a ${trace.replace(/^[SE]/, (first) => first.toLowerCase())}`, mark: null };
}

/** The response to a nonexistent path, where frameworks in debug mode list their routes. */
function missingPage({ exchanges }: HttpEvidence) {
  const exchange = exchanges.find(({ purpose }) => purpose === 'missing');
  return exchange?.result.ok === true ? { url: exchange.url, response: exchange.result.response } : null;
}

function judge(document: Answer, http: HttpEvidence): Verdict {
  const { response, unread, exchange } = document;
  const missing = missingPage(http);
  const places = [{ url: exchange.url, response }, ...(missing === null ? [] : [missing])];
  for (const place of places) {
    const shown = shownIn(place.response.body.text, place.response.status);
    if (shown === null) continue;
    const location = { ...locationOf(document), url: place.url };
    return fail({
      location,
      description: `${place.url} shows ${shown.what}: source code, paths, settings and versions are readable by everybody. Expected: an error page without details.`,
      evidence: [quoteLines(place, []), `The content is ${shown.what}`, bodyLine(location, shown.mark ?? traceMark)],
    });
  }
  return unread === null ? pass('No page is the debug page of a framework') : inconclusive(unread);
}

/** The debug page that frameworks show during development. */
export const debugPage = checkOf(renderedDocument, {
  id: 'debug-page',
  title: 'The site shows no debug page of its framework',
  finding: 'Debug page of the framework',
  weakness: { cvss: 'internalDataRead', cwe: [489, 209] },
  judge: (document, { http }) => judge(document, http),
});
