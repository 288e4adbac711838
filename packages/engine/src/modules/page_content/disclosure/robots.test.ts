import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageRobotsHints } from './robots.ts';

const rows: Row[] = [
  [
    pageRobotsHints,
    'a hidden path',
    seenPage('<p>', { robots: 'User-agent: *\nDisallow: /admin-old/\nDisallow: /tmp/' }),
    'informational',
    /points to \/admin-old\/\./,
  ],
  [pageRobotsHints, 'nothing of interest', seenPage('<p>', { robots: 'User-agent: *\nDisallow: /search' }), 'pass'],
  [
    pageRobotsHints,
    'a page in its place',
    seenPage('<p>', { robots: '<!doctype html><p>Disallow: /admin' }),
    'not-applicable',
  ],
  [pageRobotsHints, 'not read', seenPage('<p>'), 'inconclusive'],
  [pageRobotsHints, 'silence', unread.silent, 'inconclusive'],
];

testRows(rows);
