import assert from 'node:assert/strict';
import type { Endpoint } from '@perimeter/lab/hosts/endpoint';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { readPipelined, readUpgrade } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import { found, isVulnerable, renegotiated, unsettled } from './found.ts';
import { takeFlaws } from './take.ts';

/** The row of the lab's table. */
export const labRow = (host: string): Endpoint => {
  const row = endpoints.find((candidate) => candidate.host === host);
  if (row === undefined) throw new Error(`The lab has no ${host}`);
  return row;
};

const taken = new Map<string, ReturnType<typeof takeFlaws>>();

/** The test results of a host, taken once. */
export const takeRow = (host: string): ReturnType<typeof takeFlaws> => {
  const { address, aliases = [] } = labRow(host);
  const known = taken.get(host) ?? takeFlaws({ host, address, otherHosts: aliases });
  taken.set(host, known);
  return known;
};

/** The flaws of a server that speaks TLS, and how many renegotiations it accepts of those that are tried. */
export function testFlaws(
  host: string,
  flaws: readonly string[],
  renegotiations?: readonly [number, number] | null,
): void {
  labTest(
    `${host}: ${flaws.join(', ') || 'no flaw'}`,
    async () => {
      const { endpoint } = await takeRow(host);
      assert.deepEqual([found(endpoint), unsettled(endpoint)], [flaws, []]);
      if (renegotiations !== undefined) assert.deepEqual(renegotiated(endpoint), renegotiations);
    },
    [host],
  );
}

/** Whether port 80 upgrades to TLS. */
export function testUpgrade(host: string, expected: boolean): void {
  labTest(`${host}: port 80 ${expected ? 'offers' : 'does not offer'} TLS`, async () => {
    const { evidence } = await takeFlaws({ host, address: labRow(host).address }, { scanMode: 'standard' });
    assert.deepEqual(
      evidence.opossum.map(({ answer }) => isVulnerable(answer, readUpgrade)),
      [expected],
    );
  });
}

/** Whether commands from before TLS are run after it; null: it has no STARTTLS. */
export function testPipelined(host: string, expected: Readonly<Record<string, boolean | null>>): void {
  labTest(`${host}: commands behind STARTTLS`, async () => {
    const { evidence } = await takeFlaws({ host, address: labRow(host).address });
    assert.ok(evidence.startTls.known);
    const seen = evidence.startTls.value.map(({ protocol, exchange }) => [
      protocol,
      isVulnerable(exchange, readPipelined),
    ]);
    assert.deepEqual(Object.fromEntries(seen), expected);
  });
}
