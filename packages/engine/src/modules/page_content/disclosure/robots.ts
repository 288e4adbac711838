import { textLine } from '../../../catalogue/reproduce-http.ts';
import { informWhere, notApplicable, openBy } from '../../../catalogue/outcome.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { readContent } from '../../derive/subjects/page.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

/** Path words that interest attackers more than crawlers. */
const telling =
  /(?:admin|backup|\.sql|\.bak|\.env|config|private|secret|intern|staging|phpmyadmin|database|dump|\/old)/i;
const maxPaths = 30;

export const pageRobotsHints = checkOf(readContent, {
  id: 'page-robots-hints',
  title: 'No hidden paths in robots.txt',
  finding: 'Hidden paths in robots.txt',
  judge: ({ http, location }) => {
    const exchange = http.exchanges.findLast(({ purpose }) => purpose === 'robots');
    if (exchange === undefined || !exchange.result.ok) return openBy('robots-unread');
    const { status, body } = exchange.result.response;
    if (status !== 200 || body.text === null || /^\s*</.test(body.text)) return notApplicable('There is no robots.txt');
    const lines = body.text.slice(0, 100_000).match(/^[ \t]*Disallow[ \t]*:[ \t]*\/\S{1,200}/gim) ?? [];
    const paths = lines.map((line) => line.slice(line.indexOf(':') + 1).trim()).filter((path) => telling.test(path));
    return informWhere(paths.length === 0 ? [] : [paths], 'robots.txt names no path of this kind', () => ({
      location: { ...location, url: exchange.url },
      description: `robots.txt points to ${listed(paths)}. A line there hides nothing: protect these paths with access control.`,
      evidence: [
        `GET ${exchange.url}`,
        lines.slice(0, maxPaths).map((line) => shorten(line, 200)),
        textLine({ ...location, url: exchange.url }, paths[0] ?? ''),
      ],
    }));
  },
});
