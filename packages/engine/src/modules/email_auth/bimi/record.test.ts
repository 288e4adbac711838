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
  ...(await Promise.all(
    (['pct=50', 'pct=100'] as const).map(async (tag): Promise<Row> => [
      bimiInvalid,
      tag,
      await bimi(record, `v=DMARC1; p=quarantine; ${tag}`),
      tag === 'pct=50' ? 'informational' : 'pass',
    ]),
  )),
  [bimiInvalid, 'a valid record', await bimi(`${record}; foo=bar`), 'pass'],
  [bimiInvalid, 'declined', await bimi('v=BIMI1; l=; a='), 'pass', /declines/],
  ...(await Promise.all(
    (
      [
        ['no semicolon behind the version', 'v=BIMI1 l=https://site.lab/logo.svg', /does not begin with v=BIMI1/],
        ['the version in small letters', 'v=bimi1; l=https://site.lab/logo.svg', /does not begin with v=BIMI1/],
        ['a space before the version', ' v=BIMI1; l=https://site.lab/logo.svg', /does not begin with v=BIMI1/],
        ['another version', 'v=BIMI10; l=https://site.lab/logo.svg', /does not begin with v=BIMI1/],
        ['rubbish behind the version', 'v=BIMI1; rubbish', /"rubbish" is no tag/],
        ['a control character', 'v=BIMI1; l=https://site.lab/logo.svg; \u0007', /control character 0x07/],
      ] as const
    ).map(async ([fact, text, says]): Promise<Row> => [bimiInvalid, fact, await bimi(text), 'informational', says]),
  )),
  [bimiInvalid, 'a text of another kind', await bimi('hello'), 'not-applicable'],
  [bimiInvalid, 'none', await mailOf({}), 'not-applicable'],
  [bimiInvalid, 'no answer', await bimi('failed'), 'inconclusive'],
];

testRows(rows);
