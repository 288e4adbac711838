import type { Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen, untested } from '../../../evidence/observed.ts';
import type { RegistryRecord } from '../../../evidence/registration.ts';
import { auditedAtMs, type Given, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsRegistrationExpiry, dnsRegistrationLock } from './registration.ts';

const day = 86_400_000;
const registry = (record: Partial<NonNullable<RegistryRecord>> | null): Given => ({
  changes: { registry: seen(record === null ? null : { statuses: ['active'], expiresMs: null, ...record }) },
});
const ends = (days: number): Given => registry({ expiresMs: auditedAtMs + days * day });

const rows: readonly Row<Given>[] = [
  [dnsRegistrationExpiry, 'a year left', ends(365), 'pass'],
  [dnsRegistrationExpiry, 'three weeks left', ends(21), 'informational', /21 days/],
  [dnsRegistrationExpiry, 'ten days left', ends(10), 'fail', /10 days/],
  [dnsRegistrationExpiry, 'over', ends(-1), 'fail', /has ended/],
  [dnsRegistrationExpiry, 'no date', registry({}), 'not-applicable'],
  [dnsRegistrationExpiry, 'no record', registry(null), 'not-applicable'],
  [dnsRegistrationExpiry, 'switched off', { changes: { registry: untested('registries-off') } }, 'not-applicable'],
  [dnsRegistrationExpiry, 'no answer', { changes: { registry: unseen('timeout', 'no-address') } }, 'inconclusive'],
  [dnsRegistrationExpiry, 'not asked', {}, 'inconclusive'],
  [dnsRegistrationLock, 'locked', registry({ statuses: ['client transfer prohibited'] }), 'pass'],
  [
    dnsRegistrationLock,
    'locked by the registry',
    registry({ statuses: ['active', 'server transfer prohibited'] }),
    'pass',
  ],
  [dnsRegistrationLock, 'open', registry({}), 'fail', /status of site\.lab: active/],
  [dnsRegistrationLock, 'no statuses', registry({ statuses: [] }), 'not-applicable'],
  [dnsRegistrationLock, 'not asked', {}, 'inconclusive'],
];

testRows(rows);
