import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import { island, judged, missing, signed, target, testRows, unanswered, type Changes } from '../testing/evidence.ts';
import { dnssecDenialBroken } from './denial.ts';

const gap = { kind: 'nsec3', proves: null, lacks: 'next-closer', records: [] } as const;
const broken = { ...judged('bogus', 'denial-wrong'), count: 0, denial: { ...gap, records: [] } };
const absent = (
  type: string,
  security: 'bogus' | 'indeterminate' | 'insecure',
  reason: 'rrsig-expired' | 'rrsig-invalid' | 'rrsig-missing' | 'capped' | 'no-answer' | 'opt-out',
) => target(type, { ...judged(security, reason), count: 0 });
const contradiction = {
  owner: 'example.test',
  type: 'NSEC',
  data: 'www.example.test. SOA NS RRSIG NSEC DNSKEY',
  denies: 'type',
  name: 'example.test',
  setType: 'MX',
  denialAgeSeconds: 0,
  setAgeSeconds: 0,
} as const;
const rows: readonly Row<Changes>[] = [
  [
    dnssecDenialBroken,
    'unproved by the resolver, and proved by a name server',
    { targets: [target('SOA'), missing(judged('indeterminate', 'disputed'))] },
    'inconclusive',
    /a name server/,
  ],
  [dnssecDenialBroken, 'every absence is proved', {}, 'pass', /^Every absence is proved$/m],
  [dnssecDenialBroken, 'a missing name', { targets: [missing(broken)] }, 'fail', /does not exist.*next closer/],
  [dnssecDenialBroken, 'a missing type', { targets: [target('AAAA', broken)] }, 'fail', /example\.test AAAA/],
  [
    dnssecDenialBroken,
    'no record at all',
    { targets: [target('MX', { ...judged('bogus', 'denial-missing'), denial: null })] },
    'fail',
  ],
  [
    dnssecDenialBroken,
    'an opt-out span',
    { targets: [target('SOA'), missing({ ...judged('insecure', 'opt-out') })] },
    'pass',
    /opt-out/,
  ],
  [
    dnssecDenialBroken,
    'a proof of a type that is there',
    { contradictions: [contradiction] },
    'fail',
    /deny 1 record set.*example\.test MX/,
  ],
  [
    dnssecDenialBroken,
    'a proof of a name that is there',
    { contradictions: [{ ...contradiction, denies: 'name', name: 'www.example.test', setType: 'TXT' }] },
    'fail',
    /denies www\.example\.test, which was answered/,
  ],
  [
    dnssecDenialBroken,
    'a proof that the resolver kept for longer than the answer',
    { contradictions: [{ ...contradiction, denialAgeSeconds: 100 }] },
    'inconclusive',
    /different times/,
  ],
  [
    dnssecDenialBroken,
    'an answer that the resolver kept for longer than the proof',
    { contradictions: [{ ...contradiction, setAgeSeconds: 61 }] },
    'inconclusive',
  ],
  [
    dnssecDenialBroken,
    'an absence that no name server confirmed, which the resolver may hide',
    { unconfirmed: [{ name: 'example.test', type: 'MX' }] },
    'inconclusive',
    /^example\.test MX: the resolver says that it is missing/m,
  ],
  [
    dnssecDenialBroken,
    'wrong proofs that deny what is there: one finding',
    {
      contradictions: [contradiction],
      targets: [target('SOA'), target('AAAA', { ...judged('bogus', 'denial-wrong'), count: 0 })],
    },
    'fail',
    /answers for example\.test AAAA are bogus[^]*deny 1 record set/,
  ],
  [
    dnssecDenialBroken,
    'a contradiction beside what nobody confirmed',
    { contradictions: [contradiction], unconfirmed: [{ name: 'example.test', type: 'A' }] },
    'fail',
  ],
  [
    dnssecDenialBroken,
    'a zone whose keys do not match',
    { apexZone: judged('bogus', 'ds-mismatch') },
    'inconclusive',
    /no DNSKEY matches/,
  ],
  ...(
    [
      ['bogus', 'rrsig-expired'],
      ['bogus', 'rrsig-invalid'],
      ['bogus', 'rrsig-missing'],
      ['indeterminate', 'capped'],
      ['indeterminate', 'no-answer'],
    ] as const
  ).map(([security, reason]): Row<Changes> => [
    dnssecDenialBroken,
    `an absence that is ${security}: ${reason}`,
    { targets: [target('SOA'), absent('AAAA', security, reason)] },
    'inconclusive',
  ]),
  [dnssecDenialBroken, 'no DS', island, 'not-applicable'],
  [dnssecDenialBroken, 'no answer', unanswered, 'inconclusive'],
];

testRows(rows);

const weightOf = (over: Changes): (string | undefined)[] =>
  draftsOf(dnssecDenialBroken.evaluate(signed(over))).map((draft) => ('cvss' in draft ? draft.cvss : undefined));

test('one cause is one finding, with the weight of its most severe denial', () => {
  const www = { name: 'www.example.test', purpose: 'www' as const, ...broken };
  for (const [targets, weight] of [
    [[missing(broken)], undefined],
    [[target('TXT', www)], undefined],
    [[missing(broken), target('TXT', broken)], 'partUnusable'],
    [[target('HTTPS', www), target('TXT', www)], 'partUnusable'],
    [[target('AAAA', broken), target('CAA', broken), target('HTTPS', broken), missing(broken)], 'partUnusable'],
    // A wildcard gave the address, without proof that no closer name exists.
    [[target('A', { ...www, count: 1 })], 'serviceUnusable'],
  ] as const)
    assert.deepEqual(weightOf({ targets: [...targets] }), [weight]);
});

test('a false denial of what visitors and senders need weighs more than of other types', () => {
  for (const [setType, weight] of [
    ['A', 'partUnusable'],
    ['CNAME', 'partUnusable'],
    ['TXT', undefined],
  ] as const)
    assert.deepEqual(weightOf({ contradictions: [{ ...contradiction, setType }] }), [weight]);
});

test('wrong proofs and the false denials that they cause are one finding', () => {
  const drafts = weightOf({
    contradictions: [contradiction],
    targets: [target('SOA'), target('AAAA', { ...judged('bogus', 'denial-wrong'), count: 0 })],
  });
  assert.equal(drafts.length, 1);
});
