import { textLine } from '../../../catalogue/reproduce-http.ts';
import { failEach, type Fault, openBy, openAs } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { counted } from '../../../evidence/words/text.ts';

const drafts = ({ page, location }: PageContent): Fault[] =>
  (page.maps ?? []).flatMap(({ script, url, answer }) => {
    if (!answer.known || answer.value.status !== 200 || answer.value.sources === null) return [];
    const { sources, hasContent, bytes } = answer.value;
    return {
      location: { ...location, url },
      subject: new URL(url).pathname,
      description: `The source map names ${counted(sources, 'source file')}${hasContent ? ' and has their text' : ''}. Expected: no source maps on the public server.`,
      evidence: [`${script} names ${url}`, `HTTP 200, ${bytes} bytes`, textLine({ ...location, url }, '"sources"')],
    };
  });

export const jsSourcemap = checkOf(readContent, {
  id: 'js-sourcemap',
  title: 'Source maps are not public',
  finding: 'Public source map',
  weakness: { cvss: 'smallLeak', cwe: [540] },
  mode: 'deep',
  judge: (page) => {
    const { maps, scriptsLeft } = page.page;
    if (maps === undefined) return openBy('source-maps-unasked');
    const found = drafts(page);
    const unseen = maps.flatMap(({ answer }) => (answer.known ? [] : [answer.failure]))[0];
    if (found.length === 0 && unseen !== undefined)
      return openAs(['page', unseen], 'source-map-unread', { failure: failureText(unseen) });
    if (found.length === 0 && scriptsLeft > 0)
      return openBy('scripts-unread', { scripts: counted(scriptsLeft, 'script') });
    return failEach(found, 'The scripts of the site name no source map that can be read');
  },
});
