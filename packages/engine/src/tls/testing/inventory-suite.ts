import assert from 'node:assert/strict';
import type { Endpoint, TlsVersion } from '@perimeter/lab/hosts/endpoint';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest, waitSideBySide } from '@perimeter/lab/harness';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { suiteHex } from '@perimeter/protocols/tls/registry/suites';
import { tlsEvidence, type TlsEndpoint } from '../../evidence/tls/schema.ts';
import { takeInventoryOf } from './take.ts';

// Compares inventories of the lab's servers with their configuration.

const isTlsRow = ({ tls, ports }: Endpoint): boolean => tls !== undefined && ports.includes(443);
// Inventories are taken at IPv4 addresses here.
const placeOfSilent = ({ host }: Endpoint): number => (/^(?:hangs-|tarpit)/u.test(host) ? 0 : 1);
/** Silent ones first, because they take longest. */
export const tlsRows: readonly Endpoint[] = endpoints
  .filter((row) => isTlsRow(row) && row.ipv4 !== false && !row.host.startsWith('hostile-'))
  .toSorted((one, other) => placeOfSilent(one) - placeOfSilent(other));

const inventories = new Map<string, Promise<TlsEndpoint>>();
/** The inventory of a host by a deep audit, which is taken once. */
export const deepInventoryOf = (row: Endpoint): Promise<TlsEndpoint> => {
  const inventory = inventories.get(row.host) ?? takeInventoryOf(row, { scanMode: 'deep' });
  inventories.set(row.host, inventory);
  return inventory;
};

export const sortedTexts = (texts: readonly string[]): string[] => texts.toSorted();
const known = <T>(value: T) => ({ known: true, value });
export const acceptedIn = ({ versions }: TlsEndpoint): TlsEndpoint['versions'] =>
  versions.filter(({ accepted }) => accepted.known && accepted.value);

/** Suites by version, as the table of endpoints writes them. */
function suitesOf(endpoint: TlsEndpoint): Partial<Record<TlsVersion, string[]>> {
  return Object.fromEntries(
    acceptedIn(endpoint).map(({ version, suites }) => [version, sortedTexts(suites.map(suiteHex))]),
  );
}

function assertFlags(endpoint: TlsEndpoint, { tls }: Endpoint): void {
  if (tls === undefined) return;
  const isLegacy = tls.versions.some((version) => version !== 'TLSv1.3' && version !== 'SSLv2');
  const hasFallback = tls.versions.length > 1;
  if (isLegacy && tls.secureRenegotiation !== undefined) {
    assert.deepEqual(endpoint.secureRenegotiation, known(tls.secureRenegotiation));
  }
  if (isLegacy && tls.heartbeat !== undefined) assert.deepEqual(endpoint.heartbeat, known(tls.heartbeat));
  if (isLegacy && tls.compression !== undefined) assert.deepEqual(endpoint.compression, known(tls.compression ? 1 : 0));
  if (hasFallback && tls.fallbackScsv !== undefined) assert.deepEqual(endpoint.fallbackScsv, known(tls.fallbackScsv));
  if (tls.stapling !== undefined) assert.deepEqual(endpoint.ocspStapled, known(tls.stapling));
  // nginx also takes http/1.0, which nobody configures.
  const selected = endpoint.alpn.known ? endpoint.alpn.value.selected : [];
  assert.deepEqual(
    (tls.alpn ?? []).filter((protocol) => !selected.includes(protocol)),
    [],
  );
}

function assertLists(endpoint: TlsEndpoint, { tls }: Endpoint): void {
  const best = acceptedIn(endpoint).findLast(({ version }) => version !== 'TLSv1.3' && version !== 'SSLv2');
  if (tls?.serverPreference !== undefined && best !== undefined && best.suites.length > 1) {
    assert.deepEqual(best.preference, known(tls.serverPreference ? 'server' : 'client'));
  }
  const primes = endpoint.versions.flatMap(({ dh }) => dh.filter((one) => !one.export).map(({ bits }) => bits));
  if (tls?.dhBits !== undefined) assert.equal(Math.min(...primes), tls.dhBits);
  const groups = endpoint.versions.find(({ version }) => version === 'TLSv1.3')?.groups ?? [];
  if (tls?.groups !== undefined) {
    assert.deepEqual(
      sortedTexts(groups.map((code) => namedGroups.get(code)?.name ?? String(code))),
      sortedTexts(tls.groups),
    );
  }
}

/** Tests that these servers are what their configuration says. */
export const testInventories = (rows: readonly Endpoint[]): void =>
  waitSideBySide('inventories', () => {
    for (const row of rows) {
      labTest(
        `${row.host} is what its configuration says, cipher by cipher`,
        async () => {
          const endpoint = await deepInventoryOf(row);
          tlsEvidence.parse({ endpoints: [endpoint] });
          // OpenSSL before 1.0.1r answers in SSL 2.0 even without a suite for it, which CVE-2015-3197 exploits.
          const usable = acceptedIn(endpoint).filter(({ version, suites }) => version !== 'SSLv2' || suites.length > 0);
          assert.deepEqual(
            usable.map(({ version }) => version),
            row.tls?.versions,
          );
          assert.ok(endpoint.controlPassed);
          // A version with silence stays unknown; accepted ones are complete.
          assert.ok(endpoint.versions.every(({ accepted, complete }) => complete || !accepted.known));
          const found = suitesOf(endpoint);
          for (const [version, suites] of Object.entries(row.tls?.suites ?? {})) {
            assert.deepEqual(
              Object.entries(found).find(([name]) => name === version)?.[1],
              sortedTexts(suites.split(' ')),
              version,
            );
          }
          assertFlags(endpoint, row);
          assertLists(endpoint, row);
        },
        [row.host],
      );
    }
  });
