import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Endpoint, TlsVersion } from '@perimeter/lab/hosts/endpoint';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest, sideBySide, waitSideBySide } from '@perimeter/lab/harness';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { suiteHex, suiteName } from '@perimeter/protocols/tls/registry/suites';
import { tlsEvidence, type TlsEndpoint } from '../../evidence/tls/schema.ts';
import { takeInventoryOf } from '../testing/take.ts';

const run = promisify(execFile);
const isTlsRow = ({ tls, ports }: Endpoint): boolean => tls !== undefined && ports.includes(443);
// Inventories are taken at IPv4 addresses here.
const placeOfSilent = ({ host }: Endpoint): number => (/^(?:hangs-|tarpit)/u.test(host) ? 0 : 1);
/** Silent ones first, because they take longest. */
const rows = endpoints
  .filter((row) => isTlsRow(row) && row.ipv4 !== false && !row.host.startsWith('hostile-'))
  .toSorted((one, other) => placeOfSilent(one) - placeOfSilent(other));
/** Simulated servers end handshakes after the first flight, which peers treat as a refusal. */
const stacks = rows.filter(({ server, host }) => server !== 'node' || host === 'pq.lab');

const inventories = new Map<string, Promise<TlsEndpoint>>();
/** The inventory of a host by a deep audit, which is taken once. */
const inventoryOf = (row: Endpoint): Promise<TlsEndpoint> => {
  const inventory = inventories.get(row.host) ?? takeInventoryOf(row, { scanMode: 'deep' });
  inventories.set(row.host, inventory);
  return inventory;
};

const sorted = (texts: readonly string[]): string[] => texts.toSorted();
const known = <T>(value: T) => ({ known: true, value });
const acceptedIn = ({ versions }: TlsEndpoint): TlsEndpoint['versions'] =>
  versions.filter(({ accepted }) => accepted.known && accepted.value);

/** Suites by version, as the table of endpoints writes them. */
function suitesOf(endpoint: TlsEndpoint): Partial<Record<TlsVersion, string[]>> {
  return Object.fromEntries(acceptedIn(endpoint).map(({ version, suites }) => [version, sorted(suites.map(suiteHex))]));
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
    assert.deepEqual(sorted(groups.map((code) => namedGroups.get(code)?.name ?? String(code))), sorted(tls.groups));
  }
}

waitSideBySide('inventories', () => {
  for (const row of rows) {
    labTest(`${row.host} is what its configuration says, cipher by cipher`, async () => {
      const endpoint = await inventoryOf(row);
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
          sorted(suites.split(' ')),
          version,
        );
      }
      assertFlags(endpoint, row);
      assertLists(endpoint, row);
    });
  }
});

async function isInstalled(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}

/** nmap names TLS 1.3 suites after AKE and lacks other versions' names for them. */
const asNmapNames = (name: string): string => name.replace('TLS_AKE_WITH_', 'TLS_');

/** Suites by version in the output of nmap's ssl-enum-ciphers. */
function readNmap(xml: string): Record<string, string[]> {
  const versions = [...xml.matchAll(/<table key="((?:SSL|TLS)v[\d.]+)">(.*?)<elem key="cipher preference">/gs)];
  return Object.fromEntries(
    versions.map(([, version = '', body = '']) => [
      version,
      sorted([...body.matchAll(/<elem key="name">([^<]+)<\/elem>/g)].map(([, name = '']) => asNmapNames(name))),
    ]),
  );
}

sideBySide('the same suites', () => {
  for (const row of stacks) {
    labTest(`${row.host}: nmap finds the same suites`, async () => {
      if (!(await isInstalled('nmap'))) {
        test(`${row.host}: nmap`, { skip: 'nmap is not installed' });
        return;
      }
      const args = [
        '-Pn',
        '-n',
        '-p',
        '443',
        '--script',
        'ssl-enum-ciphers',
        '-oX',
        '-',
        '--script-args',
        `tls.servername=${row.host}`,
        row.address,
      ];
      const [{ stdout }, endpoint] = [await run('nmap', args, { timeout: 120_000 }), await inventoryOf(row)];
      const ours = acceptedIn(endpoint).filter(({ version }) => version !== 'SSLv2');
      const names = Object.fromEntries(ours.map(({ version, suites }) => [version, sorted(suites.map(suiteName))]));
      assert.deepEqual(names, readNmap(stdout));
    });
  }
});
