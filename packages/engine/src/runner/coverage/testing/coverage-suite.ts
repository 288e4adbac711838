import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { CategoryKey } from '@perimeter/contract/category';
import { coverage } from '@perimeter/lab/hosts/coverage.data';
import type { Coverage } from '@perimeter/lab/hosts/coverage/row.data';
import { insideLab, labTest, withoutHosts } from '@perimeter/lab/harness';
import { isInDomain } from '@perimeter/protocols/domain/below';
import type { Outcome } from '../../../catalogue/outcome.ts';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { modules } from '../../../modules/registry.ts';
import { claimsOf } from '../../reproduce/claims/claims-of.ts';
import { auditedOnce } from '../../testing/audited-once.ts';
import { fewestHosts } from './fewest-hosts.ts';

// Compares the lab's tables for each check with one deep audit of every listed host.

/** Whether the host and all its daemons, which are named after it, run here. */
const isHere = (host: string): boolean => ![...withoutHosts].some((missing) => isInDomain(missing, host));

const hostsOf = (hosts: readonly string[]): string[] => hosts.filter(isHere);

/** These checks need an earlier audit to fail; they have separate tests. */
const remembering = new Set(['cert-key-not-rotated', 'port-unexpected', 'tls-ticket-key-static']);

const checks = new Map(modules.flatMap((module) => module.checks).map((check) => [check.id, check]));

const outcomeOf = (id: string, evidence: AuditEvidence): Outcome =>
  checks.get(id)?.evaluate(evidence) ?? assert.fail(`${id} is no check`);

/** Concurrent audits: with more, servers with time limits of their own fail. */
const lanes = 8;

/** The rows of a module's table, or of all modules of a category. */
type Rows = readonly (readonly [id: string, hosts: Coverage])[];

function rowsOf(category: CategoryKey): Rows {
  const tables: Readonly<Record<string, Readonly<Record<string, Coverage>>>> = coverage;
  return modules.filter((module) => module.category === category).flatMap(({ id }) => Object.entries(tables[id] ?? {}));
}

/** Whether every host of the tables is judged, or of each row one that fails and one that passes. */
type Breadth = 'all' | 'fewest';

/** The hosts that a category is judged on; with the fewest, those of the commands that are run then come first. */
export function hostsOfCategory(category: CategoryKey, breadth: Breadth): ReadonlySet<string> {
  const sides = rowsOf(category).flatMap(([, { fails, passes }]) => [hostsOf(fails), hostsOf(passes)]);
  if (breadth === 'all') return new Set(sides.flat());
  const named = new Set(sides.flat());
  const ofCommands = claimsOf(category, 'kinds').map(([, { on }]) => on);
  return fewestHosts(
    sides,
    ofCommands.filter((host) => named.has(host)),
  );
}

/** Audits, before the tests of a file, every host that a check is judged on; returns the evidence by host. */
export function auditAll(category: CategoryKey, hosts: readonly string[]): (host: string) => AuditEvidence {
  const evidence = new Map<string, AuditEvidence>();
  before(async () => {
    if (!insideLab) return;
    const queue = [...new Set(hosts)];
    const lane = async (): Promise<void> => {
      for (let host = queue.shift(); host !== undefined; host = queue.shift())
        evidence.set(host, await auditedOnce(category, host));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  });
  return (host) => evidence.get(host) ?? assert.fail(`${host} was not audited`);
}

/** Tests the rows of the modules of one category. */
export function testCoverage(category: CategoryKey, breadth: Breadth): void {
  const rows = rowsOf(category);
  const judged = hostsOfCategory(category, breadth);
  const evidenceOf = auditAll(category, [...judged]);
  /** Hosts of a list with an unexpected outcome. */
  const others = (id: string, hosts: readonly string[], wanted: readonly Outcome['outcome'][]): string[] =>
    hosts.flatMap((host) => {
      const { outcome, reason } = outcomeOf(id, evidenceOf(host));
      return wanted.includes(outcome) ? [] : [`${host}: ${outcome}, ${reason}`];
    });
  const judgedOf = (hosts: readonly string[]): string[] => hostsOf(hosts).filter((host) => judged.has(host));
  for (const [id, row] of rows.filter(([one]) => !remembering.has(one))) {
    const [fails, passes] = [judgedOf(row.fails), judgedOf(row.passes)];
    labTest(`${id} fails on ${fails.join(' ') || 'no host'}, and passes on ${passes.join(' ') || 'none'}`, () => {
      assert.deepEqual(others(id, fails, ['fail', 'informational']), []);
      assert.deepEqual(others(id, passes, ['pass']), []);
    });
  }
  labTest('no row of the modules is without hosts', () => {
    const covered = modules.filter((module) => module.category === category && module.id in coverage);
    const told = new Set(rows.filter(([, { fails }]) => fails.length > 0).map(([id]) => id));
    assert.deepEqual(
      covered.flatMap((module) => module.checks.map(({ id }) => id)).filter((id) => !told.has(id)),
      [],
    );
  });
}
