import assert from 'node:assert/strict';
import { labTest, withoutHosts } from '@perimeter/lab/harness';
import { textOf } from '../../../catalogue/testing/rows.ts';
import { tlsVulnerabilities } from '../../../modules/tls_vulnerabilities/module.ts';
import { flawed } from '../../testing/flawed-hosts.data.ts';
import { auditAll } from './coverage-suite.ts';

/** Compares the lab's table of named attacks with one deep audit of each of these servers. */
export function testAttacks(hosts: readonly string[]): void {
  const servers = hosts.filter((host) => !withoutHosts.has(host));
  const evidenceOf = auditAll('tls', servers);
  for (const host of servers) {
    const expected = flawed[host] ?? [];
    labTest(`${host}: ${expected.length === 0 ? 'no attack with a name works' : expected.join(', ')}`, () => {
      const seen = evidenceOf(host);
      const outcomes = tlsVulnerabilities.checks.map((check) => ({ id: check.id, outcome: check.evaluate(seen) }));
      const failed = outcomes.filter(({ outcome }) => outcome.outcome === 'fail');
      const found = failed.map(({ id, outcome }) => `${id}: ${textOf(outcome)}`).join('\n\n');
      assert.deepEqual(failed.map(({ id }) => id).toSorted(), expected.toSorted(), found);
    });
  }
}
