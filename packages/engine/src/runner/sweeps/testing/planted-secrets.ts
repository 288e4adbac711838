import assert from 'node:assert/strict';
import { coverage } from '@perimeter/lab/hosts/coverage.data';
import { labTest } from '@perimeter/lab/harness';
import { planted } from '@perimeter/lab/sites/exposure-sites';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { exposedContent } from '../../../modules/exposed_content/module.ts';

/** The hosts of the table of exposed content. */
export const hostsWithExposure: readonly string[] = [
  ...new Set(Object.values(coverage.exposed_content).flatMap(({ fails, passes }) => [...fails, ...passes])),
];

/** Nothing of the secrets on these hosts leaves an audit. */
export function testPlanted(hosts: readonly string[], audited: (host: string) => Promise<AuditEvidence>): void {
  labTest('nothing of a planted secret is in the evidence or in a finding', async () => {
    for (const host of hosts) {
      const evidence = await audited(host);
      const outcomes = exposedContent.checks.map((check) => check.evaluate(evidence));
      const text = JSON.stringify([evidence.exposure, outcomes]);
      for (let at = 0; at + 6 <= planted.length; at += 1)
        assert.ok(!text.includes(planted.slice(at, at + 6)), `${host}: ${planted.slice(at, at + 6)}`);
    }
  });
}
