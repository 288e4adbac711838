import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageCommentLeak } from './comments.ts';

const rows: Row[] = [
  [
    pageCommentLeak,
    'an internal address',
    seenPage('<!-- build on 10.20.30.40 -->'),
    'fail',
    /internal addresses[^]*10\.20\.30\.40/,
  ],
  [
    pageCommentLeak,
    'a password, masked',
    seenPage('<!-- password: hunter2secret -->'),
    'fail',
    /password: <13 characters>/,
  ],
  [pageCommentLeak, 'harmless comments', seenPage('<!-- navigation --><!-- /navigation -->'), 'pass'],
  [pageCommentLeak, 'silence', unread.silent, 'inconclusive'],
];

testRows(rows);
