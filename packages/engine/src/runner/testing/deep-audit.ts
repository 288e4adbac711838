import assert from 'node:assert/strict';
import type { AuditEvidence, EvidenceKind } from '../../evidence/evidence.ts';
import { modules } from '../../modules/registry.ts';
import { probes } from '../../probes/registry.ts';
import type { ContextOptions } from '../../probes/testing/context.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { gather } from '../gather.ts';

/** A check, and a host that it is judged on. */
type Judged = readonly [id: string, host: string];

/** The kinds of evidence needed for each host, by the checks that are judged on it. */
export function neededKinds(judged: readonly Judged[]): ReadonlyMap<string, ReadonlySet<EvidenceKind>> {
  const needs = new Map(modules.flatMap(({ checks }) => checks.map((check) => [check.id, check.needs] as const)));
  const kinds = new Map<string, Set<EvidenceKind>>();
  for (const [id, host] of judged) {
    const known = kinds.get(host) ?? new Set();
    for (const kind of needs.get(id) ?? []) known.add(kind);
    kinds.set(host, known);
  }
  return kinds;
}

/** The probes of these kinds, including those that they need. */
export function probesOf(wanted: Iterable<EvidenceKind>) {
  const kinds = new Set(wanted);
  // Iterating a set includes entries that are added meanwhile.
  for (const kind of kinds) for (const one of probes.find((probe) => probe.kind === kind)?.needs ?? []) kinds.add(one);
  return probes.filter(({ kind }) => kinds.has(kind));
}

/** Hosts whose faults are found only with authority. */
const withAuthority = /^(?:leaky2-d|exposed2-|guarded2-|industrial|v6)/;

/** The lab's servers need no rate limit. */
const limits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };

/** The evidence of an audit of one lab host, of these kinds; an internal error fails the test. */
export async function evidenceOn(
  domain: string,
  kinds: Iterable<EvidenceKind>,
  options: ContextOptions = {},
): Promise<AuditEvidence> {
  const context = labContext(domain, { dialer: { limits }, signal: AbortSignal.timeout(170_000), ...options });
  const wanted = probesOf(kinds);
  const gathering = gather(context, wanted, {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${domain}, ${where}: ${String(error)}`),
  });
  await gathering.settled(wanted.map(({ kind }) => kind));
  return gathering.evidence;
}

/** The evidence of a deep audit of one lab host, complete or of these kinds only. */
export const deepAudit = async (
  domain: string,
  kinds: Iterable<EvidenceKind> = probes.map(({ kind }) => kind),
): Promise<AuditEvidence> =>
  evidenceOn(domain, kinds, {
    target: { scanMode: 'deep', ...(withAuthority.test(domain) ? { authority: true } : {}) },
  });

/** Concurrent audits, more than one per core because they mostly wait. */
const auditsAtATime = 6;

/** Deep audits with some kinds of evidence, each host once: on demand, or concurrently. */
export function deepAuditsBy(
  kinds: ReadonlySet<EvidenceKind>,
  auditOf: (host: string) => Promise<AuditEvidence> = async (host) => deepAudit(host, kinds),
) {
  const audits = new Map<string, Promise<AuditEvidence>>();
  const of = (host: string): Promise<AuditEvidence> => {
    const audit = audits.get(host) ?? auditOf(host);
    audits.set(host, audit);
    return audit;
  };
  const all = async (hosts: readonly string[]): Promise<void> => {
    const queue = [...hosts];
    const work = async (): Promise<void> => {
      for (let host = queue.shift(); host !== undefined; host = queue.shift()) await of(host);
    };
    await Promise.all(Array.from({ length: auditsAtATime }, work));
  };
  return { of, all };
}
