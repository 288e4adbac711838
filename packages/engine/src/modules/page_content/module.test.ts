import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { testModule } from '../../catalogue/testing/module.ts';
import { fetched, library, seenPage, unread } from './testing/evidence.ts';
import { pageContent } from './module.ts';

const tags = fc.constantFrom(
  '<script src="http://a.other.lab/jquery-1.7.1.js">',
  '<script integrity="sha1-x" src="//b.other.lab/x.js?key=0123456789abcdef">',
  '<iframe src="http://[::1]/">',
  '<img srcset="http://c.other.lab/x 2x">',
  '<form action="http://d.other.lab/"><input type=password>',
  '<form action="mailto:x@site.lab"><input>',
  '<base href="http://e.other.lab/">',
  '<meta name=generator content="WordPress \u202e4.0">',
  '<!-- password: \u0000abcdef 10.0.0.1 -->',
  '<script>a()',
  '<template>',
  '<svg><script href=http://f.other.lab/>',
  'javascript:alert(1)',
);
const body = fc
  .array(fc.oneof(tags, fc.string({ unit: anyCharacter, maxLength: 60 })), { maxLength: 25 })
  .map((parts) => `<p>${parts.join('')}`);

testModule(pageContent, {
  silent: { evidence: [unread.silent] },
  refused: { evidence: [unread.refused] },
  walled: { evidence: [unread.walled] },
  hostile: fc
    .record({
      body,
      version: fc.string({ maxLength: 30 }),
      quote: fc.string({ unit: anyCharacter, maxLength: 120 }),
      host: fc.string({ maxLength: 20 }),
    })
    .map(({ body: text, version, quote, host }) =>
      seenPage(text, {
        scripts: [fetched('https://site.lab/a.js', version, { sourceMap: quote })],
        libraries: [{ ...library('jquery', '1.12.4'), version, quote }, library('lodash', '4.17.11', 'url')],
        references: [
          {
            registration: { domain: host, status: 'unregistered', proof: 'resolver' },
            usedBy: [{ kind: 'script', host }],
          },
        ],
        robots: `Disallow: /admin${quote}`,
      }),
    ),
});
