import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import { island, judged, missing, signed, target, testRows, unanswered, type Changes } from '../testing/evidence.ts';
import { dnssecDenialBroken } from './denial.ts';

const gap = { kind: 'nsec3', proves: null, lacks: 'next-closer', records: [] } as const;
const broken = { ...judged('bogus', 'denial-wrong'), denial: { ...gap, records: [] } };
const rows: readonly Row<Changes>[] = [
  [dnssecDenialBroken, 'every absence is proved', {}, 'pass'],
  [dnssecDenialBroken, 'a missing name', { targets: [missing(broken)] }, 'fail', /does not exist.*next closer/],
  [dnssecDenialBroken, 'a missing type', { targets: [target('AAAA', broken)] }, 'fail', /example\.test AAAA/],
  [
    dnssecDenialBroken,
    'no record at all',
    { targets: [target('MX', { ...judged('bogus', 'denial-missing'), denial: null })] },
    'fail',
  ],
  [dnssecDenialBroken, 'no DS', island, 'not-applicable'],
  [dnssecDenialBroken, 'no answer', unanswered, 'inconclusive'],
];

testRows(rows);

test('an absence at the apex weighs more than that of a name that nobody asks for', () => {
  const severities = (targets: Changes['targets'] = []) =>
    draftsOf(dnssecDenialBroken.evaluate(signed({ targets }))).map((draft) =>
      'cvss' in draft ? draft.cvss : undefined,
    );
  assert.deepEqual(severities([missing(broken), target('TXT', broken)]), [undefined, 'serviceUnusable']);
  const www = { name: 'www.example.test', purpose: 'www' as const, ...broken };
  assert.deepEqual(severities([target('HTTPS', www), target('TXT', www)]), ['serviceUnusable', undefined]);
});
