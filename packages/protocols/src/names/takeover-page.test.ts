import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { simhashDistance } from '../html/document/simhash.ts';
import { markIn, pageHash, searchedPart, visibleText } from './takeover-page.ts';

const pages = "There isn't a GitHub Pages site here.";
const lost = 'It looks like you’re lost...';
const bucket = '<Code>NoSuchBucket</Code>';

/** A page, the mark of a list, and whether the page shows it. */
const rows: readonly (readonly [page: string, mark: string, shows: boolean])[] = [
  [`<p>${pages}</p>`, pages, true],
  ['<p>There isn&#39;t a GitHub Pages site here.</p>', pages, true],
  ['<p>There isn&#x27;t a GitHub Pages site here.</p>', pages, true],
  ['<p>There isn&rsquo;t a GitHub Pages site here.</p>', pages, true],
  ['<p>There isn’t a GitHub Pages site here.</p>', pages, true],
  ['<p>There isn&apos;t a GitHub&nbsp;Pages\n   site here.</p>', pages, true],
  ["<p><strong>There isn't a <em>GitHub Pages</em> site</strong> here.</p>", pages, true],
  ["There isn't a GitHub<br>Pages site here.", pages, true],
  ["It looks like you're lost&hellip;", lost, true],
  ['It looks like you&rsquo;re lost…', lost, true],
  ['<Error><Code>NoSuchBucket</Code></Error>', bucket, true],
  ['<Error><Code>NoSuchBucket</Code></Error>', 'NoSuchBucket', true],
  ['<title>Oops &ndash; page gone</title>', 'Oops – page gone', true],
  ['{"error":"No such app"}', 'No such app', true],
  ['<p>There is a GitHub Pages site here.</p>', pages, false],
  ['nosuchbucket', 'NoSuchBucket', false],
  // What visitors do not see is no page of the service.
  [`<p data-error="${pages}">Welcome</p>`, pages, false],
  [`<script>const errors = ["${pages}"]</script><p>Welcome</p>`, pages, false],
  [`<script type="application/json">{"404":"No such app"}</script>`, 'No such app', false],
  [`<!-- ${pages} --><p>Welcome</p>`, pages, false],
  [`<meta name="description" content="${pages}">`, pages, false],
  [`<pre><code>curl: There isn&#39;t a GitHub Pages site here.</code></pre>`, pages, true],
  ['<script>x</script><h1>404</h1>', '<h1>404</h1>', true],
  ['<p>404</p>', '<h1>404</h1>', false],
  ['', pages, false],
];
for (const [page, mark, shows] of rows)
  test(`${JSON.stringify(page)} ${shows ? 'shows' : 'does not show'} ${mark}`, () =>
    assert.equal(markIn(page, { marks: ['Something else entirely', mark] }), shows ? mark : null));

test('of two marks, the first of the list is named', () =>
  assert.equal(markIn('second one, first one', { marks: ['first one', 'second one'] }), 'first one'));

test('scripts and styles are no text that visitors read', () =>
  assert.equal(visibleText('<style>a{}</style>One<script>let two;</script> <b>th</b>ree'), 'One three'));

const error = (name: string, id: string) =>
  `<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message><BucketName>${name}</BucketName><RequestId>${id}</RequestId></Error>`;

test("'pages for names that do not exist are alike, whatever name and number they repeat'", () => {
  const one = pageHash(error('blog.site.lab', '4Z9K2QH1XYAB77Q'), ['blog.site.lab', 'customer.bucket.lab']);
  assert.equal(pageHash(error('p1.bucket.lab', 'T0P8S8D00112233'), ['p1.bucket.lab']), one);
  const article = `<h1>How we lost a bucket</h1><p>Visitors of our old site read "The specified bucket does not exist".
    That sentence means that nobody has the name, and that an alias to it should be deleted at once.</p>`;
  assert.equal(simhashDistance(pageHash(article, []), one) > 12, true);
});

test('the part of a mark that a search finds is spelt in one way', () => {
  assert.equal(searchedPart(pages), 't a GitHub Pages site here.');
  assert.equal(searchedPart(bucket), 'NoSuchBucket');
  assert.equal(searchedPart('No such app'), 'No such app');
});

test('every page is read', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (page, mark) => {
      markIn(page, { marks: [mark] });
      searchedPart(mark);
      assert.match(pageHash(page, [mark]), /^[\da-f]{16}$/);
    }),
  );
});
