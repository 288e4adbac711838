import { seen, unseen } from '../../../evidence/observed.ts';
import type { PageMap } from '../../../evidence/page/schema.ts';
import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { jsSourcemap } from './source-maps.ts';

const map = (answer: PageMap['answer']) => ({
  maps: [{ script: 'https://site.lab/a.js', url: 'https://site.lab/a.js.map', answer }],
});

const rows: Row[] = [
  [
    jsSourcemap,
    'a map with text',
    seenPage('<p>', map(seen({ status: 200, bytes: 9, sources: 2, hasContent: true }))),
    'fail',
    /2 source files and has their text/,
  ],
  [
    jsSourcemap,
    'a page in place of the map',
    seenPage('<p>', map(seen({ status: 200, bytes: 9, sources: null, hasContent: false }))),
    'pass',
  ],
  [
    jsSourcemap,
    'refused',
    seenPage('<p>', map(seen({ status: 404, bytes: 9, sources: null, hasContent: false }))),
    'pass',
  ],
  [jsSourcemap, 'no answer', seenPage('<p>', map(unseen('timeout', 'no-answer'))), 'inconclusive'],
  [jsSourcemap, 'not asked for', seenPage('<p>', { maps: undefined }), 'inconclusive', /not requested/],
  [jsSourcemap, 'silence', unread.silent, 'inconclusive'],
];

testRows(rows);
