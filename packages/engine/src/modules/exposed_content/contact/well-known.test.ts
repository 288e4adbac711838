import { absentPath } from '../../../evidence/exposure/none.ts';
import type { HeaderLine, HttpExchange } from '../../../evidence/http/schema.ts';
import { html } from '../../derive/http/testing/evidence.ts';
import { hitOf, pathRows, swept, testRows } from '../testing/evidence.ts';
import { wellknownInventory } from './well-known.ts';
import type { ExposedEvidence } from '../../derive/subjects/paths.ts';

const one = hitOf('/sitemap.xml', 'well-known', 'sitemap', { proof: ['Sitemap'] });

const exchangeOf = (text: string): HttpExchange => {
  const [document] = html([]).http.exchanges;
  if (document?.result.ok !== true) throw new Error('The evidence of a page has a document');
  const { response } = document.result;
  const robots = {
    ...response,
    headers: [['Content-Type', 'text/plain']] as HeaderLine[],
    body: { ...response.body, text },
  };
  const url = 'https://site.lab/robots.txt';
  return { ...document, id: 'robots', purpose: 'robots', url, result: { ok: true, response: robots } };
};

const withRobots = (text: string): ExposedEvidence => {
  const evidence = swept([{ ...one, ...absentPath }]);
  return { ...evidence, http: { ...evidence.http, exchanges: [...evidence.http.exchanges, exchangeOf(text)] } };
};

testRows([
  [
    wellknownInventory,
    'robots.txt, which was asked for before',
    withRobots('User-agent: *\nDisallow: /cart\n'),
    'informational',
    /\/robots\.txt is served to anybody: Rules for crawlers/,
  ],
  [wellknownInventory, 'a robots.txt without a rule', withRobots('none\n'), 'pass', /none serves/],
  ...pathRows(wellknownInventory, one, 'informational', /Sitemap, which programs look for/),
]);
