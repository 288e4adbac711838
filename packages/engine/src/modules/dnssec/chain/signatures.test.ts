import type { Row } from '../../../catalogue/testing/rows.ts';
import {
  auditedAt,
  ds,
  island,
  judged,
  missing,
  signature,
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
