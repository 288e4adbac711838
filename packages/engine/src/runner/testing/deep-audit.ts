import assert from 'node:assert/strict';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { probes } from '../../probes/registry.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { gather } from '../gather.ts';

/** Our own servers need no politeness, and tests no patience. */
const limits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };

/** The evidence of a deep audit of one host of the lab; a bug of ours fails the test. */
export async function deepAudit(domain: string): Promise<AuditEvidence> {
  const context = labContext(domain, {
    target: { scanMode: 'deep' },
    dialer: { limits },
    signal: AbortSignal.timeout(170_000),
  });
  const gathering = gather(context, probes, {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${domain}, ${where}: ${String(error)}`),
  });
  await gathering.settled(probes.map(({ kind }) => kind));
  return gathering.evidence;
}
