import type { Row } from '../../../catalogue/testing/rows.ts';
import { ds, island, judged, key, testRows, unanswered, unsigned, type Changes } from '../testing/evidence.ts';
import {
  dnssecAlgorithmDeprecated,
  dnssecAlgorithmNotRecommended,
  dnssecAlgorithmUnsupported,
  dnssecKeyKnownWeak,
  dnssecRsaKeyShort,
} from './keys.ts';

const keys = (...all: ReturnType<typeof key>[]): Changes => ({ apexZone: { keys: all } });
const rsa = (bits: number, exponent = '65537') => key({ algorithm: 8, rsa: { bits, exponent } });
const roca = key({ algorithm: 8, rsa: { bits: 2_048, exponent: '65537' }, weakness: { kind: 'roca', values: [] } });

const rows: readonly Row<Changes>[] = [
  [dnssecAlgorithmDeprecated, 'ECDSA', {}, 'pass'],
  ...[1, 3, 5, 6, 7, 12].map((algorithm): Row<Changes> => [
    dnssecAlgorithmDeprecated,
    `algorithm ${algorithm}`,
    keys(key({ algorithm })),
    'fail',
  ]),
  [dnssecAlgorithmDeprecated, 'not signed', unsigned, 'not-applicable'],
  [dnssecAlgorithmDeprecated, 'no answer', unanswered, 'inconclusive'],
  [dnssecAlgorithmNotRecommended, 'ECDSA', {}, 'pass'],
  [dnssecAlgorithmNotRecommended, 'RSASHA512', keys(key({ algorithm: 10 })), 'fail', /RSASHA512/],
  [dnssecAlgorithmNotRecommended, 'not signed', unsigned, 'not-applicable'],
  [dnssecAlgorithmUnsupported, 'ECDSA', {}, 'pass'],
  [
    dnssecAlgorithmUnsupported,
    'a DS of algorithm 200',
    { apexZone: { ...judged('insecure', 'unsupported-algorithm'), ds: [ds({ algorithm: 200 })] } },
    'fail',
    /DS 100 200/,
  ],
  [dnssecAlgorithmUnsupported, 'an unknown digest', { apexZone: judged('insecure', 'unsupported-digest') }, 'fail'],
  [dnssecAlgorithmUnsupported, 'no DS', island, 'not-applicable'],
  [dnssecRsaKeyShort, '2048 bits', keys(rsa(2_048)), 'pass'],
  [dnssecRsaKeyShort, '1024 bits', keys(rsa(2_048), rsa(1_024)), 'fail', /1024 bits; expected/],
  [dnssecRsaKeyShort, '512 bits', keys(rsa(512)), 'fail'],
  [dnssecRsaKeyShort, 'ECDSA', {}, 'not-applicable'],
  [dnssecKeyKnownWeak, 'ECDSA', {}, 'pass'],
  [dnssecKeyKnownWeak, 'ROCA', keys(roca), 'fail', /CVE-2017-15361/],
  [dnssecKeyKnownWeak, 'exponent 1', keys(rsa(2_048, '1')), 'fail', /exponent is 1/],
  [
    dnssecKeyKnownWeak,
    'TLSA rests on it',
    { ...keys(roca), reliesOn: [{ name: '_443._tcp.example.test', type: 'TLSA' }] },
    'fail',
    /_443\._tcp\.example\.test TLSA/,
  ],
  [dnssecKeyKnownWeak, 'not signed', unsigned, 'not-applicable'],
];

testRows(rows);
