import type { Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { missing, testRows, unanswered, unsigned, type Changes } from '../testing/evidence.ts';
import {
  dnssecNsec3Iterations,
  dnssecNsec3IterationsHigh,
  dnssecNsec3Optout,
  dnssecNsec3Salt,
  dnssecZoneWalkable,
} from './nsec3.ts';

const parameters = (iterations: number, salt = ''): Changes => ({
  nsec3Param: seen({ iterations, salt }),
  targets: [],
});
/** Parameters in the NSEC3 records themselves. */
const inRecords = (iterations: number, salt = '-'): Changes =>
  denied('nsec3', 'NSEC3', 'h0.example.test', `1 0 ${iterations} ${salt} H1 A RRSIG`);
const nsec: Changes = { nsec3Param: seen(null), targets: [] };
const silent: Changes = { nsec3Param: unseen('timeout', 'nothing-answered'), targets: [] };
const denied = (kind: 'nsec' | 'nsec3' | 'compact', type: 'NSEC' | 'NSEC3', owner: string, data: string): Changes => ({
  targets: [missing({ denial: { kind, proves: 'nxdomain', lacks: null, records: [{ owner, type, data }] } })],
});
const rows: readonly Row<Changes>[] = [
  [dnssecNsec3Iterations, 'none', {}, 'pass'],
  [dnssecNsec3Iterations, 'ten', parameters(10), 'fail', /NSEC3PARAM 1 0 10 -/],
  [dnssecNsec3Iterations, 'fifty', parameters(50), 'fail'],
  [dnssecNsec3Iterations, 'more than validators accept', parameters(51), 'not-applicable'],
  [
    dnssecNsec3Iterations,
    'ten, without NSEC3PARAM',
    { ...inRecords(10), nsec3Param: seen(null) },
    'fail',
    /h0\.example\.test\. NSEC3 1 0 10 - H1/,
  ],
  [
    dnssecNsec3Iterations,
    'none, beside an old NSEC3PARAM',
    { ...inRecords(0), nsec3Param: seen({ iterations: 10, salt: '' }) },
    'pass',
  ],
  [dnssecNsec3Iterations, 'ten, and NSEC3PARAM is not answered', { ...silent, ...inRecords(10) }, 'fail'],
  [dnssecNsec3IterationsHigh, 'a hundred, without NSEC3PARAM', { ...inRecords(100), nsec3Param: seen(null) }, 'fail'],
  [dnssecNsec3Salt, 'a salt in the records alone', inRecords(0, 'ABCD'), 'informational', /salt ABCD/],
  [dnssecNsec3Iterations, 'NSEC', nsec, 'not-applicable'],
  [dnssecNsec3Iterations, 'not answered', silent, 'inconclusive'],
  [dnssecNsec3IterationsHigh, 'none', {}, 'pass'],
  [dnssecNsec3IterationsHigh, 'fifty', parameters(50), 'pass'],
  [dnssecNsec3IterationsHigh, 'fifty-one', parameters(51), 'fail', /51 iterations/],
  [dnssecNsec3IterationsHigh, 'NSEC', nsec, 'not-applicable'],
  [dnssecNsec3Salt, 'none', {}, 'pass'],
  [dnssecNsec3Salt, 'a salt', parameters(0, 'ABCD'), 'informational', /salt ABCD/],
  [dnssecNsec3Salt, 'NSEC', nsec, 'not-applicable'],
  [dnssecNsec3Optout, 'no opt-out', {}, 'pass'],
  [dnssecNsec3Optout, 'opt-out', denied('nsec3', 'NSEC3', 'h0.example.test', '1 1 0 - H1 A'), 'informational'],
  [dnssecNsec3Optout, 'NSEC', denied('nsec', 'NSEC', 'a.example.test', 'b.example.test A'), 'not-applicable'],
  [dnssecNsec3Optout, 'no answer', unanswered, 'inconclusive'],
  [dnssecZoneWalkable, 'NSEC3', {}, 'pass'],
  [
    dnssecZoneWalkable,
    'NSEC with real names',
    denied('nsec', 'NSEC', 'a.example.test', 'vpn.example.test A RRSIG NSEC'),
    'informational',
    /vpn\.example\.test/,
  ],
  [
    dnssecZoneWalkable,
    'compact denial',
    denied('compact', 'NSEC', 'perimeter-x.example.test', '\\000.perimeter-x.example.test RRSIG NSEC TYPE128'),
    'pass',
  ],
  [
    dnssecZoneWalkable,
    'names made up around a wildcard',
    denied('nsec', 'NSEC', '\\).example.test', '+.example.test RRSIG NSEC'),
    'pass',
  ],
  [
    dnssecZoneWalkable,
    'a real wildcard',
    denied('nsec', 'NSEC', '*.example.test', 'vpn.example.test A RRSIG NSEC'),
    'informational',
  ],
  [dnssecZoneWalkable, 'nothing denied', { targets: [] }, 'inconclusive'],
  [dnssecZoneWalkable, 'not signed', unsigned, 'not-applicable'],
];

testRows(rows);
