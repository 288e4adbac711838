import { fetched, type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageIntegrityPolicy, pageSriBroken, pageSriMissing } from './integrity.ts';

const hash = `sha384-${'A'.repeat(64)}`;
const tag = (attributes: string, src = 'https://cdn.other.lab/a.js'): string =>
  `<script src="${src}" ${attributes}></script>`;
const own = fetched('https://site.lab/a.js', 'x()');
const ownHash = own.answer.known ? own.answer.value.integrity.sha256 : '';

const rows: Row[] = [
  [pageSriMissing, 'a script of another site', seenPage(tag('')), 'fail', /1 file of cdn\.other\.lab/],
  [pageSriMissing, 'a script over http, which browsers block', seenPage(tag('', 'http://cdn.other.lab/a.js')), 'pass'],
  [
    pageSriMissing,
    'a script over http on a page over http',
    seenPage(tag('', 'http://cdn.other.lab/a.js'), { url: 'http://site.lab/' }),
    'fail',
  ],
  [
    pageSriMissing,
    'a script over http that browsers ask for over https',
    seenPage(tag('', 'http://cdn.other.lab/a.js'), { lines: ['Content-Security-Policy: upgrade-insecure-requests'] }),
    'fail',
  ],
  [pageSriMissing, 'an empty attribute', seenPage(tag('integrity=""')), 'fail'],
  [pageSriMissing, 'a hash', seenPage(tag(`integrity="${hash}" crossorigin`)), 'pass'],
  [pageSriMissing, 'a script of the own site', seenPage(tag('', 'https://static.site.lab/a.js')), 'pass'],
  [
    pageSriMissing,
    'a vendor whose files change',
    seenPage(tag('', 'https://js.stripe.com/v3/')),
    'informational',
    /Stripe/,
  ],
  [pageSriMissing, 'silence', unread.silent, 'inconclusive'],

  [
    pageSriBroken,
    'MD5',
    seenPage(tag('integrity="md5-XrY7u+Ae7tCTyyK7j1rNww==" crossorigin')),
    'fail',
    /protects nothing/,
  ],
  [pageSriBroken, 'capitals', seenPage(tag(`integrity="${hash.toUpperCase()}" crossorigin`)), 'fail', /unknown/],
  [pageSriBroken, 'no crossorigin', seenPage(tag(`integrity="${hash}"`)), 'fail', /without crossorigin/],
  [
    pageSriBroken,
    'a hash that is too short',
    seenPage(tag('integrity="sha384-AAAA" crossorigin')),
    'fail',
    /wrong length/,
  ],
  [
    pageSriBroken,
    'the hash of another file',
    seenPage(tag(`integrity="${hash}"`, '/a.js'), { scripts: [own] }),
    'fail',
    /not that of the file/,
  ],
  [
    pageSriBroken,
    'the hash of the file',
    seenPage(tag(`integrity="sha256-${ownHash}"`, '/a.js'), { scripts: [own] }),
    'pass',
  ],
  [pageSriBroken, 'a valid attribute', seenPage(tag(`integrity="${hash}" crossorigin`)), 'pass'],
  [pageSriBroken, 'no attribute', seenPage(tag('')), 'not-applicable'],

  [pageIntegrityPolicy, 'no header', seenPage(tag('')), 'informational', /blocked-destinations/],
  [
    pageIntegrityPolicy,
    'a header',
    seenPage(tag(''), { lines: ['Integrity-Policy: blocked-destinations=(script)'] }),
    'pass',
  ],
  [pageIntegrityPolicy, 'no script of others', seenPage('<p>'), 'not-applicable'],
];

testRows(rows);
