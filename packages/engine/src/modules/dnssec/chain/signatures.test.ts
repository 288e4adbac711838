import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import {
  auditedAt,
  ds,
  island,
  judged,
  missing,
  signature,
  signed,
  target,
  testRows,
  unanswered,
  type Changes,
} from '../testing/evidence.ts';
import {
  dnssecMissingAlgSignature,
  dnssecRrsigExpired,
  dnssecRrsigExpiring,
  dnssecRrsigInvalid,
  dnssecRrsigMissing,
  dnssecRrsigTooLong,
  dnssecTtlBeyondExpiry,
} from './signatures.ts';

const hour = 3_600;
const with_ = (...targets: ReturnType<typeof target>[]): Changes => ({ targets });
const faulty = (security: 'bogus', reason: 'rrsig-expired' | 'rrsig-not-yet' | 'rrsig-invalid' | 'rrsig-missing') =>
  with_(target('SOA'), target('A', judged(security, reason)));
const ending = (seconds: number, whole: number) => [
  signature({ expiration: auditedAt + seconds, inception: auditedAt + seconds - whole }),
];
const rows: readonly Row<Changes>[] = [
  [dnssecRrsigExpired, 'all valid', {}, 'pass'],
  [dnssecRrsigExpired, 'of A alone', faulty('bogus', 'rrsig-expired'), 'fail', /example\.test A: signature expired/],
  [
    dnssecRrsigExpired,
    'of A by the resolver, and not by a name server',
    with_(target('SOA'), target('A', judged('indeterminate', 'disputed'))),
    'inconclusive',
    /example\.test A: what the resolver has fails validation/,
  ],
  [
    dnssecRrsigInvalid,
    'of a policy for mail',
    with_(
      target('SOA'),
      target('TXT', { name: '_dmarc.example.test', purpose: 'policy', ...judged('bogus', 'rrsig-invalid') }),
    ),
    'fail',
    /_dmarc\.example\.test TXT[^]*get no mail policy/,
  ],
  [
    dnssecRrsigInvalid,
    'of the keys by the resolver, and not by a name server',
    { apexZone: judged('indeterminate', 'disputed') },
    'inconclusive',
  ],
  [dnssecRrsigExpired, 'of the future', faulty('bogus', 'rrsig-not-yet'), 'fail'],
  [
    dnssecRrsigExpired,
    'of the keys, and of nothing else',
    {
      apexZone: { ...judged('bogus', 'rrsig-expired'), keySignatures: [signature({ verdict: 'expired' })] },
      targets: [target('A', judged('bogus', 'rrsig-expired'))],
    },
    'fail',
    /\(example\.test DNSKEY\)/,
  ],
  [
    dnssecRrsigExpired,
    'of a proof of absence',
    with_(missing({ ...judged('bogus', 'rrsig-expired') })),
    'fail',
    /perimeter-x/,
  ],
  [
    dnssecRrsigExpired,
    'in the zone of an alias',
    with_(target('A', { ...judged('bogus', 'rrsig-expired'), zone: 'cdn.test' })),
    'pass',
  ],
  [dnssecRrsigExpired, 'no DS, so nobody validates', island, 'not-applicable'],
  [dnssecRrsigExpired, 'no answer', unanswered, 'inconclusive'],
  [
    dnssecRrsigMissing,
    'of an alias that leads out of the zone',
    with_(
      target('A', {
        name: 'www.example.test',
        ...judged('bogus', 'rrsig-missing'),
        owner: 'cdn.test',
        zone: 'cdn.test',
        links: [{ name: 'www.example.test', type: 'CNAME', zone: 'example.test', ...judged('bogus', 'rrsig-missing') }],
      }),
    ),
    'fail',
    /\(www\.example\.test CNAME\).*cannot reach the site/,
  ],
  [dnssecRrsigInvalid, 'all valid', {}, 'pass'],
  [dnssecRrsigInvalid, 'of A', faulty('bogus', 'rrsig-invalid'), 'fail', /SERVFAIL/],
  [dnssecRrsigInvalid, 'no DS', island, 'not-applicable'],
  [dnssecRrsigMissing, 'all signed', {}, 'pass'],
  [dnssecRrsigMissing, 'none over A', faulty('bogus', 'rrsig-missing'), 'fail', /no signature/],
  [dnssecRrsigMissing, 'no DS', island, 'not-applicable'],
  [dnssecRrsigExpiring, 'thirteen days left', {}, 'pass'],
  [
    dnssecRrsigExpiring,
    'six hours of fourteen days',
    with_(target('A', { signatures: ending(6 * hour, 336 * hour) })),
    'fail',
    /in 6 hours/,
  ],
  [
    dnssecRrsigExpiring,
    'thirteen hours of fourteen days',
    with_(target('A', { signatures: ending(13.9 * hour, 336 * hour) })),
    'informational',
    /in 13 hours/,
  ],
  [
    dnssecRrsigExpiring,
    'thirteen hours of two days',
    with_(target('A', { signatures: ending(13 * hour, 48 * hour) })),
    'pass',
  ],
  [dnssecRrsigExpiring, 'six hours of a day', with_(target('A', { signatures: ending(6 * hour, 24 * hour) })), 'pass'],
  [
    dnssecRrsigExpiring,
    'another signature lasts',
    with_(target('A', { signatures: [...ending(hour, 336 * hour), signature()] })),
    'pass',
  ],
  [dnssecRrsigExpiring, 'no DS', island, 'not-applicable'],
  [dnssecRrsigTooLong, 'fourteen days', {}, 'pass'],
  [dnssecRrsigTooLong, 'a year', with_(target('A', { signatures: ending(300 * 24 * hour, 365 * 24 * hour) })), 'fail'],
  [dnssecRrsigTooLong, 'no DS', island, 'not-applicable'],
  [dnssecTtlBeyondExpiry, 'five minutes', {}, 'pass'],
  [
    dnssecTtlBeyondExpiry,
    'a day, with six hours left',
    with_(target('A', { ttl: 24 * hour, signatures: ending(6 * hour, 24 * hour) })),
    'informational',
  ],
  [dnssecTtlBeyondExpiry, 'no DS', island, 'not-applicable'],
  [dnssecMissingAlgSignature, 'one algorithm', {}, 'pass'],
  [
    dnssecMissingAlgSignature,
    'two, one of them signs',
    { apexZone: { ds: [ds(), ds({ algorithm: 8 })] } },
    'fail',
    /algorithm 8/,
  ],
  [dnssecMissingAlgSignature, 'no signature at all', { apexZone: { keySignatures: [] } }, 'pass'],
  [dnssecMissingAlgSignature, 'no DS', island, 'not-applicable'],
];

testRows(rows);

/** What a failing set means, and whether visitors cannot reach the site: only then does the score have a ceiling. */
for (const [what, over, says, weight] of [
  ['A', with_(target('A', judged('bogus', 'rrsig-missing'))), /cannot reach the site/, 'serviceUnusable'],
  [
    'AAAA of www',
    with_(target('AAAA', { name: 'www.example.test', purpose: 'www', ...judged('bogus', 'rrsig-missing') })),
    /cannot reach the site/,
    'serviceUnusable',
  ],
  ['the keys', { apexZone: judged('bogus', 'rrsig-missing') }, /neither the site nor its mail/, 'serviceUnusable'],
  ['MX', with_(target('MX', judged('bogus', 'rrsig-missing'))), /cannot deliver mail/, 'partUnusable'],
  ['TXT', with_(target('TXT', judged('bogus', 'rrsig-missing'))), /SPF/, 'partUnusable'],
  ['CAA', with_(target('CAA', judged('bogus', 'rrsig-missing'))), /refuse to issue/, 'partUnusable'],
  ['SOA', with_(target('SOA', judged('bogus', 'rrsig-missing'))), /not affected/, 'partUnusable'],
  [
    'MX and A',
    with_(target('MX', judged('bogus', 'rrsig-missing')), target('A', judged('bogus', 'rrsig-missing'))),
    /cannot reach the site.*cannot deliver mail/,
    'serviceUnusable',
  ],
  [
    'the proof that AAAA is missing',
    with_(target('AAAA', { ...judged('bogus', 'rrsig-missing'), count: 0 })),
    /in place of/,
    'partUnusable',
  ],
  [
    'the proof that a name is missing',
    with_(missing(judged('bogus', 'rrsig-missing'))),
    /in place of/,
    'conditionalAvailability',
  ],
] as const)
  test(`${what} without a signature weighs ${weight}`, () => {
    const [draft] = draftsOf(dnssecRrsigMissing.evaluate(signed(over)));
    assert.match(draft?.description ?? '', says);
    assert.ok(draft !== undefined && 'cvss' in draft);
    assert.equal(draft.cvss, weight);
  });
