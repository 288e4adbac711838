import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageInlineHandlers } from './inline.ts';

const rows: Row[] = [
  [
    pageInlineHandlers,
    'a script and a handler',
    seenPage('<script>a()</script><p onclick="b()">'),
    'informational',
    /1 inline script without nonce, 1 event handler attribute and 0 javascript: addresses/,
  ],
  [pageInlineHandlers, 'a script with a nonce', seenPage('<script nonce=x>a()</script>'), 'pass'],
  [pageInlineHandlers, 'silence', unread.silent, 'inconclusive'],
];

testRows(rows);
