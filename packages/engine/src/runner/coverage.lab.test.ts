import assert from 'node:assert/strict';
import { before } from 'node:test';
import { coverage, type Coverage } from '@perimeter/lab/hosts/coverage.data';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest, withoutHosts } from '@perimeter/lab/harness';
import type { Outcome } from '../catalogue/outcome.ts';
import { textOf } from '../catalogue/testing/rows.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';
import { modules } from '../modules/registry.ts';
import { tlsVulnerabilities } from '../modules/tls_vulnerabilities/module.ts';
import { deepAudit, neededKinds } from './testing/deep-audit.ts';
import { flawed, sound } from './testing/flawed-hosts.data.ts';

// What the tables of the lab say of each check and of each server, held against one deep audit of every host that they name.
const rows: readonly (readonly [string, Coverage])[] = Object.values(coverage).flatMap((module) =>
  Object.entries(module),
);
/** Hosts whose attacks with a name are judged whole. */
const servers = [...new Set(endpoints.map(({ host }) => host))].filter(
  (host) => flawed[host] !== undefined || sound.test(host),
);
const hostsOf = (hosts: string): string[] => hosts.split(' ').filter((host) => host !== '' && !withoutHosts.has(host));

/** It takes an earlier audit to fail these; the tests of what is remembered have one. */
const remembering = new Set(['cert-key-not-rotated', 'tls-ticket-key-static']);

const checks = new Map(modules.flatMap((module) => module.checks).map((check) => [check.id, check]));

const outcomeOf = (id: string, evidence: AuditEvidence): Outcome =>
  checks.get(id)?.evaluate(evidence) ?? assert.fail(`${id} is no check`);

/** Audits at a time: more, and servers with a clock of their own do not answer as they should, nor in the time of an audit. */
const lanes = 8;
const evidence = new Map<string, AuditEvidence>();
const kinds = neededKinds([
  ...rows.flatMap(([id, { fails, passes }]) => hostsOf(`${fails} ${passes}`).map((host) => [id, host] as const)),
  ...tlsVulnerabilities.checks.flatMap(({ id }) => servers.map((host) => [id, host] as const)),
]);

before(async () => {
  if (process.env['PERIMETER_LAB'] !== '1') return;
  const queue = [...kinds.keys()];
  const lane = async (): Promise<void> => {
    for (let host = queue.shift(); host !== undefined; host = queue.shift())
      evidence.set(host, await deepAudit(host, kinds.get(host)));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
});

const evidenceOf = (host: string): AuditEvidence => evidence.get(host) ?? assert.fail(`${host} was not audited`);

/** Hosts of a list whose outcome is none of these, with what it is. */
const others = (id: string, hosts: string, wanted: readonly Outcome['outcome'][]): string[] =>
  hostsOf(hosts).flatMap((host) => {
    const { outcome, reason } = outcomeOf(id, evidenceOf(host));
    return wanted.includes(outcome) ? [] : [`${host}: ${outcome}, ${reason}`];
  });

for (const [id, { fails, passes }] of rows.filter(([one]) => !remembering.has(one))) {
  labTest(`${id} fails on ${fails || 'no host'}, and passes on ${passes || 'none'}`, () => {
    assert.deepEqual(others(id, fails, ['fail', 'informational']), []);
    assert.deepEqual(others(id, passes, ['pass']), []);
  });
}

labTest('no row of the modules is without hosts', () => {
  const told = new Set(
    rows.filter(([, { fails, missing }]) => fails !== '' && missing === undefined).map(([id]) => id),
  );
  const asked = modules.filter(({ id }) => id in coverage).flatMap((module) => module.checks.map(({ id }) => id));
  assert.deepEqual(
    asked.filter((id) => !told.has(id)),
    [],
  );
});

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
