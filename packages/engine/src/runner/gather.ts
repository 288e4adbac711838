import { type AuditEvidence, type EvidenceKind, evidenceVersion } from '../evidence/evidence.ts';
import type { DirectPurpose } from '../net/authoritative/limits.data.ts';
import type { QuestionShare } from '../net/resolver/query-budget.data.ts';
import { createShares } from '../net/resolver/shares.ts';
import {
  type AuditContext,
  contextOfProbe,
  type Probe,
  type ProbeContext,
  type ProbeResult,
  type Remembered,
} from '../probes/probe.ts';

/** Probes with a separate share of DNS queries; all others have one in common. */
const shareByKind: Partial<Record<EvidenceKind, QuestionShare>> = {
  dns: 'dns',
  dnssec: 'dnssec',
  mailAuth: 'mail',
  mailTransport: 'mail',
  names: 'names',
  certificates: 'certificates',
  routing: 'routing',
};

/** The same for direct queries to name servers. */
const directByKind: Partial<Record<EvidenceKind, DirectPurpose>> = {
  zone: 'zone',
  mailAuth: 'mail',
  mailTransport: 'mail',
  names: 'names',
};

/** Callbacks during gathering. */
export interface GatherEvents {
  onProbe: (probe: EvidenceKind, state: 'started' | 'finished' | 'failed', detail: string) => void;
  /** A probe threw: an internal error. */
  onBug: (where: string, error: unknown) => void;
}

/** Evidence in progress: a promise for each kind, and the evidence so far. */
export interface Gathering {
  evidence: AuditEvidence;
  /** Memory from the probes so far. */
  remembered: Remembered;
  /** Resolves when each kind is complete or known to be missing; never rejects. */
  settled: (kinds: readonly EvidenceKind[]) => Promise<void>;
}

/** A probe with the context in which it prepares and runs. */
interface Equipped<K extends EvidenceKind = EvidenceKind> {
  probe: Probe<K>;
  context: ProbeContext;
}

/** Rejects when the audit ends, so that a probe that ignores its signal cannot delay it. */
function ended(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  promise.catch(() => {});
  return promise;
}

/** Starts every probe as soon as its needed evidence is complete; a failing probe leaves its reason and stops no other. */
export function gather(audit: AuditContext, probes: readonly Probe[], events: GatherEvents): Gathering {
  const evidence: AuditEvidence = { version: evidenceVersion, target: audit.target, missing: [] };
  const remembered: Remembered = {};
  const deadline = ended(audit.signal);
  const done = new Map<EvidenceKind, Promise<void>>([['target', Promise.resolve()]]);
  const settled = async (kinds: readonly EvidenceKind[]): Promise<void> => {
    await Promise.all(kinds.map((kind) => done.get(kind)));
  };
  const lack = (kind: EvidenceKind, reason: string): void => {
    evidence.missing.push({ kind, reason });
    events.onProbe(kind, 'failed', reason);
  };
  const prepare = ({ probe, context }: Equipped): void => {
    try {
      if (!context.signal.aborted) probe.prepare?.(context);
    } catch (error) {
      events.onBug(`probe ${probe.kind}`, error);
    }
  };
  const run = async <K extends EvidenceKind>({ probe, context }: Equipped<K>): Promise<void> => {
    await settled(probe.needs);
    const absent = probe.needs.find((kind) => evidence[kind] === undefined);
    if (absent !== undefined) return lack(probe.kind, `required evidence is missing: ${absent}`);
    if (context.signal.aborted) return lack(probe.kind, 'the audit ended before the probe started');
    events.onProbe(probe.kind, 'started', '');
    try {
      const found: ProbeResult<K> = await Promise.race([probe.run(context, evidence), deadline]);
      Object.assign(evidence, { [probe.kind]: found.evidence });
      Object.assign(remembered, found.remember);
      events.onProbe(probe.kind, 'finished', '');
    } catch (error) {
      if (context.signal.aborted) return lack(probe.kind, 'the audit ended before the probe finished');
      events.onBug(`probe ${probe.kind}`, error);
      lack(probe.kind, 'internal error in this probe');
    }
  };
  // Deferred by a microtask until all promises exist: a probe may need a later one.
  const drawOf = createShares(audit.target.scanMode);
  const equipped = probes.map((probe) => ({
    probe,
    context: contextOfProbe(audit, {
      questions: shareByKind[probe.kind] ?? 'site',
      direct: directByKind[probe.kind] ?? 'others',
      drawOf,
    }),
  }));
  for (const one of equipped) done.set(one.probe.kind, Promise.resolve(one).then(run));
  // Prefetches run after all probes are scheduled.
  setImmediate(() => {
    for (const one of equipped) prepare(one);
  });
  return { evidence, remembered, settled };
}
