import type { RegistryRecord } from '../../evidence/registration.ts';
import { seen, unseen, untested } from '../../evidence/observed.ts';
import { domainExpired, domainExpiring, domainNoTransferLock } from './registration.ts';
import { type Given, type Row, startedAtMs, testRows } from './testing/evidence.ts';

const day = 86_400_000;
const registry = (record: Partial<NonNullable<RegistryRecord>> | null): Given => ({
  change: { registration: seen(record === null ? null : { statuses: ['active'], expiresMs: null, ...record }) },
});
const ends = (days: number): Given => registry({ expiresMs: startedAtMs + days * day });
const off: Given = { change: { registration: untested('registries-off') } };
const silent: Given = { change: { registration: unseen('timeout', 'no-address') } };

const rows: readonly Row[] = [
  [domainExpired, 'a year left', ends(365), 'pass'],
  [domainExpired, 'over since yesterday', ends(-1), 'fail', /has ended on 2026-11-19/],
  [domainExpired, 'over for eighty days', ends(-80), 'fail'],
  [domainExpired, 'a date that nobody keeps', ends(-400), 'inconclusive', /still lists the domain/],
  [
    domainExpired,
    'the same, being deleted',
    registry({ expiresMs: startedAtMs - 400 * day, statuses: ['pending delete'] }),
    'fail',
  ],
  [domainExpired, 'in redemption', registry({ statuses: ['redemption period'] }), 'fail', /redemption period/],
  [domainExpired, 'being deleted', registry({ statuses: ['pending delete'] }), 'fail'],
  [domainExpired, 'on hold', registry({ statuses: ['client hold'] }), 'informational', /client hold/],
  [domainExpired, 'neither date nor status', registry({ statuses: [] }), 'not-applicable'],
  [domainExpired, 'no date', registry({}), 'pass'],
  [domainExpired, 'switched off', off, 'not-applicable', /PERIMETER_SOURCES=none/],
  [domainExpired, 'no answer', silent, 'inconclusive'],
  [domainExpiring, 'thirty days left', ends(30), 'pass'],
  [domainExpiring, 'twenty-nine days left', ends(29), 'informational', /29 days/],
  [domainExpiring, 'fourteen days left', ends(14), 'informational'],
  [domainExpiring, 'thirteen days left', ends(13), 'fail', /13 days/],
  [domainExpiring, 'over', ends(-1), 'not-applicable'],
  [
    domainExpiring,
    'in redemption, which is the finding of domain-expired',
    registry({ expiresMs: startedAtMs + 5 * day, statuses: ['redemption period'] }),
    'not-applicable',
  ],
  [domainExpiring, 'no date', registry({}), 'not-applicable'],
  [domainExpiring, 'no record', registry(null), 'not-applicable'],
  [domainExpiring, 'no answer', silent, 'inconclusive'],
  [domainNoTransferLock, 'locked', registry({ statuses: ['client transfer prohibited'] }), 'pass'],
  [domainNoTransferLock, 'by the registry', registry({ statuses: ['active', 'server transfer prohibited'] }), 'pass'],
  [domainNoTransferLock, 'by somebody', registry({ statuses: ['transfer prohibited'] }), 'pass'],
  [domainNoTransferLock, 'against every change', registry({ statuses: ['locked'] }), 'pass'],
  [domainNoTransferLock, 'in redemption', registry({ statuses: ['redemption period'] }), 'not-applicable'],
  [
    domainNoTransferLock,
    'open',
    registry({}),
    'fail',
    /status of site\.lab: active\nReproduce|status of site\.lab: active/,
  ],
  [domainNoTransferLock, 'no statuses', registry({ statuses: [] }), 'not-applicable'],
  [domainNoTransferLock, 'no answer', silent, 'inconclusive'],
];

testRows(rows);
