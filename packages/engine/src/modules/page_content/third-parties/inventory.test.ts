import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageIframeSandbox, pageThirdpartyList } from './inventory.ts';

const rows: Row[] = [
  [
    pageThirdpartyList,
    'two sites',
    seenPage('<script src="https://a.other.lab/x.js"></script><iframe src="https://b.third.lab/"></iframe>'),
    'informational',
    /2 hosts of other sites: a\.other\.lab, b\.third\.lab/,
  ],
  [pageThirdpartyList, 'the own site', seenPage('<script src="https://cdn.site.lab/x.js"></script>'), 'pass'],
  [pageThirdpartyList, 'silence', unread.silent, 'inconclusive'],
  [
    pageIframeSandbox,
    'a frame of another site',
    seenPage('<iframe src="https://b.third.lab/"></iframe>'),
    'informational',
    /b\.third\.lab/,
  ],
  [pageIframeSandbox, 'a sandbox', seenPage('<iframe sandbox src="https://b.third.lab/"></iframe>'), 'pass'],
  [pageIframeSandbox, 'nothing listens', unread.refused, 'not-applicable'],
];

testRows(rows);
