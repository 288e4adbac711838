import type { EvidenceByKind, EvidenceKind, SomeEvidence } from '../evidence/evidence.ts';
import type { AuditMemory, SavedSession } from '../evidence/history/memory.ts';
import type { TargetEvidence } from '../evidence/target/schema.ts';
import type { Dialer } from '../net/dialer.ts';
import type { Guard } from '../net/guard.ts';
import type { Resolver } from '../net/resolver.ts';
import type { NetSettings } from '../net/settings.ts';

/** What earlier audits of the target left, and the place for what this one leaves. Sessions are secrets: no evidence. */
export interface Memory {
  /** Null: this is the first audit that is remembered. */
  earlier: AuditMemory | null;
  /** The sessions to remember from now on, in place of the earlier ones. */
  sessions: readonly SavedSession[];
}

/** What every probe is given: the target, the only ways to reach it, and when to stop. */
export interface ProbeContext {
  target: TargetEvidence;
  dialer: Dialer;
  guard: Guard;
  resolver: Resolver;
  settings: NetSettings;
  /** Aborted at the audit's deadline; steps hang their own deadlines below it. */
  signal: AbortSignal;
  /** Absent: nothing is remembered from one audit to the next. */
  memory?: Memory;
}

/** Sends packets and yields one kind of evidence; starts as soon as the kinds it needs are there. */
export interface Probe<K extends EvidenceKind = EvidenceKind> {
  kind: K;
  needs: readonly EvidenceKind[];
  /** Asks ahead, as the audit begins, what `run` will want to know; only what a resolver remembers, and without waiting. */
  prepare?: (context: ProbeContext) => void;
  run: (context: ProbeContext, evidence: SomeEvidence) => Promise<EvidenceByKind[K]>;
}

/** Declares a probe and types its run by the evidence it needs. */
export function defineProbe<K extends EvidenceKind, const N extends EvidenceKind>(definition: {
  kind: K;
  needs: readonly N[];
  run: (context: ProbeContext, evidence: Pick<EvidenceByKind, N>) => Promise<EvidenceByKind[K]>;
}): Probe<K> {
  const hasNeeds = (evidence: SomeEvidence): evidence is Pick<EvidenceByKind, N> =>
    definition.needs.every((kind) => evidence[kind] !== undefined);
  return {
    kind: definition.kind,
    needs: definition.needs,
    run: async (context, evidence) => {
      if (!hasNeeds(evidence)) throw new Error(`Probe ${definition.kind} was run without its evidence`);
      return definition.run(context, evidence);
    },
  };
}
