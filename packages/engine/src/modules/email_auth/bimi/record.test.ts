import { mailOf, type Row, testRows } from '../../derive/mail/testing/evidence.ts';
import { bimiInvalid } from './record.ts';

const bimi = async (values: string | string[], dmarc = 'v=DMARC1; p=reject') =>
  mailOf({ txt: { 'default._bimi': values, _dmarc: dmarc } });
const record = 'v=BIMI1; l=https://site.lab/logo.svg';

const rows: Row[] = [
  [
    bimiInvalid,
    'a logo over http',
    await bimi('v=BIMI1; l=http://site.lab/logo.svg'),
    'informational',
    /no https address/,
  ],
  [bimiInvalid, 'no logo', await bimi('v=BIMI1; a='), 'informational', /l is missing/],
  [bimiInvalid, 'two records', await bimi([record, record]), 'informational', /2 records/],
  [bimiInvalid, 'no DMARC policy', await bimi(record, 'v=DMARC1; p=none'), 'informational', /no effect/],
  [bimiInvalid, 'a valid record', await bimi(`${record}; foo=bar`), 'pass'],
  [bimiInvalid, 'declined', await bimi('v=BIMI1; l=; a='), 'pass', /declines/],
  [bimiInvalid, 'none', await mailOf({}), 'not-applicable'],
  [bimiInvalid, 'no answer', await bimi('failed'), 'inconclusive'],
];

testRows(rows);
