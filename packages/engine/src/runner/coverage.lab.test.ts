import assert from 'node:assert/strict';
import { before } from 'node:test';
import { coverage, type Coverage } from '@perimeter/lab/hosts/coverage.data';
import { labTest } from '@perimeter/lab/harness';
import type { Outcome } from '../catalogue/outcome.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';
import { modules } from '../modules/registry.ts';
import { deepAudit } from './testing/deep-audit.ts';

// What the table of the lab says of each check, held against deep audits of all the hosts that it names.
const rows: readonly (readonly [string, Coverage])[] = Object.values(coverage).flatMap((module) =>
  Object.entries(module),
);
const hostsOf = (hosts: string): string[] => hosts.split(' ').filter((host) => host !== '');

/** It takes an earlier audit to fail these; the tests of what is remembered have one. */
const remembering = new Set(['cert-key-not-rotated', 'tls-ticket-key-static']);

const checks = new Map(modules.flatMap((module) => module.checks).map((check) => [check.id, check]));

const outcomeOf = (id: string, evidence: AuditEvidence): Outcome =>
  checks.get(id)?.evaluate(evidence) ?? assert.fail(`${id} is no check`);

/** Audits at a time: more, and what servers with a clock of their own answer is not what they are there for. */
const lanes = 12;
const evidence = new Map<string, AuditEvidence>();

before(async () => {
  if (process.env['PERIMETER_LAB'] !== '1') return;
  const queue = [...new Set(rows.flatMap(([, { fails, passes }]) => hostsOf(`${fails} ${passes}`)))];
  const lane = async (): Promise<void> => {
    for (let host = queue.shift(); host !== undefined; host = queue.shift()) evidence.set(host, await deepAudit(host));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
});

/** Outcome on a host; what a busy machine kept from being seen is asked once more, alone. */
async function outcomeOn(id: string, host: string): Promise<Outcome> {
  const first = outcomeOf(id, evidence.get(host) ?? assert.fail(`${host} was not audited`));
  return first.outcome === 'inconclusive' ? outcomeOf(id, await deepAudit(host)) : first;
}

/** Hosts of a list whose outcome is none of these, with what it is. */
async function others(id: string, hosts: string, wanted: readonly Outcome['outcome'][]): Promise<string[]> {
  const wrong: string[] = [];
  for (const host of hostsOf(hosts)) {
    const { outcome, reason } = await outcomeOn(id, host);
    if (!wanted.includes(outcome)) wrong.push(`${host}: ${outcome}, ${reason}`);
  }
  return wrong;
}

for (const [id, { fails, passes }] of rows.filter(([one]) => !remembering.has(one))) {
  labTest(`${id} fails on ${fails || 'no host'}, and passes on ${passes || 'none'}`, async () => {
    assert.deepEqual(await others(id, fails, ['fail', 'informational']), []);
    assert.deepEqual(await others(id, passes, ['pass']), []);
  });
}

/** Rows that the lab cannot fail, each with its reason in the table; no other may be without a host. */
const withoutHosts = ['dns-ns-provider-unclaimed', 'dnssec-ns-inconsistent'];

labTest('no row of the modules is without hosts', () => {
  const told = new Set(
    rows.filter(([, { fails, missing }]) => fails !== '' && missing === undefined).map(([id]) => id),
  );
  const asked = modules.filter(({ id }) => id in coverage).flatMap((module) => module.checks.map(({ id }) => id));
  assert.deepEqual(
    asked.filter((id) => !told.has(id)),
    withoutHosts,
  );
});
