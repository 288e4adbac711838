// Servers of known configuration are in inventory.lab.test.ts; this file compares random ones with OpenSSL.
import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { randomFrom, testSeed } from '@perimeter/protocols/testing/random';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import {
  type Configuration,
  groupsOf,
  randomConfiguration,
  startConfigured,
  suitesOf,
} from '../testing/random-server.ts';
import { takeLocal } from '../testing/take.ts';

/** The same servers in every run, unless PERIMETER_SEED names others; PERIMETER_DIFFERENTIAL_RUNS makes it long. */
const firstSeed = testSeed;
const runs = Number(process.env['PERIMETER_DIFFERENTIAL_RUNS'] ?? 30);

const sorted = (codes: readonly number[]): string[] =>
  codes.map((code) => code.toString(16).padStart(4, '0')).toSorted();

const brief = ({ suites, suites13, ...rest }: Configuration): string =>
  JSON.stringify({ ...rest, suites: [...suites13, ...suites].map(({ name }) => name).join(':') });

function assertTruth(endpoint: TlsEndpoint, configuration: Configuration): void {
  const accepted = endpoint.versions.filter((one) => one.accepted.known && one.accepted.value);
  assert.deepEqual(
    accepted.map(({ version }) => version),
    configuration.versions,
  );
  assert.ok(endpoint.controlPassed);
  for (const { version, suites, complete, groups, groupsEnumerated } of accepted) {
    if (version === 'SSLv2' || version === 'SSLv3') continue;
    assert.deepEqual(sorted(suites), sorted(suitesOf(configuration, version)), `suites of ${version}`);
    assert.equal(complete, true, version);
    const hasGroups = version === 'TLSv1.3' || (version === 'TLSv1.2' && groupsEnumerated);
    if (hasGroups) assert.deepEqual(sorted(groups), sorted(groupsOf(configuration, version)), `groups of ${version}`);
  }
}

for (let run = 0; run < runs; run += 1) {
  const seed = firstSeed + run;
  const configuration = randomConfiguration(randomFrom(seed));
  labTest(`random server ${seed} (${configuration.software}) is found as it is configured`, async () => {
    const server = await startConfigured(configuration);
    try {
      for (const scanMode of ['standard', 'deep'] as const) {
        const endpoint = await takeLocal(server.port, { scanMode });
        try {
          assertTruth(endpoint, configuration);
        } catch (error) {
          throw new Error(`${scanMode}: ${brief(configuration)}`, { cause: error });
        }
      }
    } finally {
      server.close();
    }
  });
}
