import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dnssecZones } from '../dns/dnssec-zones.data.ts';
import { mailZones } from '../dns/mail/zones.ts';
import { bindZones } from '../dns/odd/bind-zones.data.ts';
import { oddZones } from '../dns/odd/zones.data.ts';
import { zoneFaults } from '../dns/zone-faults.data.ts';
import { dnsOnlyZones } from '../dns/zones.data.ts';
import { coverage } from './coverage.data.ts';
import type { Coverage } from './coverage/row.data.ts';
import { endpoints, namesOf } from './endpoints.ts';

/** Hosts, and zones without any. */
const names = new Set([
  ...endpoints.flatMap(namesOf),
  ...[...dnsOnlyZones, ...zoneFaults, ...oddZones, ...bindZones, ...dnssecZones, ...mailZones].map(
    ({ origin }) => origin,
  ),
]);
const rows: readonly (readonly [string, Coverage])[] = Object.values(coverage).flatMap((module) =>
  Object.entries(module),
);

/** Observations that every host shows. */
const alwaysShown = new Set([
  'tls-client-sim',
  'tls-profile',
  'tls-fingerprint',
  'csp-level',
  'hsts-preload-status',
  'asn-inventory',
]);

for (const [id, { fails, passes }] of rows) {
  test(`${id} has hosts that fail it, and hosts that pass it unless every host shows it`, () => {
    assert.notEqual(fails.length, 0);
    assert.equal(passes.length === 0, alwaysShown.has(id));
  });

  test(`${id} names lab hosts, each on one side`, () => {
    const told = [...fails, ...passes];
    assert.deepEqual(
      told.filter((host) => !names.has(host)),
      [],
    );
    assert.equal(new Set(told).size, told.length);
  });
}

test('no check belongs to two modules', () => {
  const ids = rows.map(([id]) => id);
  assert.equal(new Set(ids).size, ids.length);
});
