import assert from 'node:assert/strict';
import type { AuditEvidence, EvidenceKind } from '../../evidence/evidence.ts';
import { modules } from '../../modules/registry.ts';
import { probes } from '../../probes/registry.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { gather } from '../gather.ts';

/** A check, and a host that it is to be judged on. */
type Judged = readonly [id: string, host: string];

/** The kinds of evidence that an audit of each host has to gather: those that the modules read whose checks are judged there. */
export function neededKinds(judged: readonly Judged[]): ReadonlyMap<string, ReadonlySet<EvidenceKind>> {
  const kinds = new Map<string, Set<EvidenceKind>>();
  for (const [id, host] of judged) {
    const module = modules.find(({ checks }) => checks.some((check) => check.id === id));
    const known = kinds.get(host) ?? new Set();
    for (const kind of module?.checks.flatMap(({ needs }) => needs) ?? []) known.add(kind);
    kinds.set(host, known);
  }
  return kinds;
}

/** The probes of these kinds, and of those that they need themselves. */
export function probesOf(wanted: Iterable<EvidenceKind>) {
  const kinds = new Set(wanted);
  // A set gives what is added while it is read.
  for (const kind of kinds) for (const one of probes.find((probe) => probe.kind === kind)?.needs ?? []) kinds.add(one);
  return probes.filter(({ kind }) => kinds.has(kind));
}

/** Hosts that show what only a stated authority looks for. */
const withAuthority = /^(?:leaky2-d|exposed2-|guarded2-|industrial|v6)/;

/** Our own servers need no politeness, and tests no patience. */
const limits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };

/** The evidence of a deep audit of one host of the lab, whole or of these kinds alone; a bug of ours fails the test. */
export async function deepAudit(
  domain: string,
  kinds: Iterable<EvidenceKind> = probes.map(({ kind }) => kind),
): Promise<AuditEvidence> {
  const context = labContext(domain, {
    target: { scanMode: 'deep', ...(withAuthority.test(domain) ? { authority: true } : {}) },
    dialer: { limits },
    signal: AbortSignal.timeout(170_000),
  });
  const wanted = probesOf(kinds);
  const gathering = gather(context, wanted, {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${domain}, ${where}: ${String(error)}`),
  });
  await gathering.settled(wanted.map(({ kind }) => kind));
  return gathering.evidence;
}

/** Audits that wait for most of their time, so that more than one per core is made at a time. */
const auditsAtATime = 6;

/** Deep audits by some kinds of evidence, each host once: on demand, or many side by side. */
export function deepAuditsBy(kinds: ReadonlySet<EvidenceKind>) {
  const audits = new Map<string, Promise<AuditEvidence>>();
  const of = (host: string): Promise<AuditEvidence> => {
    const audit = audits.get(host) ?? deepAudit(host, kinds);
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
