// Servers are compared with their configuration in inventory.lab.test.ts; this file compares them with what nmap finds.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { acceptedIn, deepInventoryOf, sortedTexts, tlsRows } from '../../testing/inventory-suite.ts';

const run = promisify(execFile);

/** Simulated servers end handshakes after the first flight, which peers treat as a refusal. */
const stacks = tlsRows.filter(({ server, host }) => server !== 'node' || host === 'pq.lab');

/** nmap names TLS 1.3 suites after AKE and lacks other versions' names for them. */
const asNmapNames = (name: string): string => name.replace('TLS_AKE_WITH_', 'TLS_');

/** Suites by version in the output of nmap's ssl-enum-ciphers. */
function readNmap(xml: string): Record<string, string[]> {
  const versions = [...xml.matchAll(/<table key="((?:SSL|TLS)v[\d.]+)">(.*?)<elem key="cipher preference">/gs)];
  return Object.fromEntries(
    versions.map(([, version = '', body = '']) => [
      version,
      sortedTexts([...body.matchAll(/<elem key="name">([^<]+)<\/elem>/g)].map(([, name = '']) => asNmapNames(name))),
    ]),
  );
}

sideBySide('the same suites', () => {
  for (const row of stacks) {
    labTest(
      `${row.host}: nmap finds the same suites`,
      async () => {
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
        const [{ stdout }, endpoint] = [await run('nmap', args, { timeout: 120_000 }), await deepInventoryOf(row)];
        const ours = acceptedIn(endpoint).filter(({ version }) => version !== 'SSLv2');
        const names = Object.fromEntries(
          ours.map(({ version, suites }) => [version, sortedTexts(suites.map(suiteName))]),
        );
        assert.deepEqual(names, readNmap(stdout));
      },
      ['nmap', row.host],
    );
  }
});
