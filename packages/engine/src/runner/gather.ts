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

/** Who has a share of questions to DNS of its own; all others have one together. */
const shareByKind: Partial<Record<EvidenceKind, QuestionShare>> = {
  dns: 'dns',
  dnssec: 'dnssec',
  mailAuth: 'mail',
  mailTransport: 'mail',
  names: 'names',
  certificates: 'certificates',
  routing: 'routing',
};

/** The same for questions that are put to name servers directly. */
const directByKind: Partial<Record<EvidenceKind, DirectPurpose>> = {
  zone: 'zone',
  mailAuth: 'mail',
  mailTransport: 'mail',
  names: 'names',
};

/** What gathering tells as it goes. */
export interface GatherEvents {
  onProbe: (probe: EvidenceKind, state: 'started' | 'finished' | 'failed', detail: string) => void;
  /** A probe threw: a bug of ours. */
  onBug: (where: string, error: unknown) => void;
}

/** Evidence as it comes in: a promise for each kind, and what is there so far. */
export interface Gathering {
  evidence: AuditEvidence;
  /** What the probes want remembered, so far. */
  remembered: Remembered;
  /** Resolves when a kind is there or is known to be missing; never rejects. */
  settled: (kinds: readonly EvidenceKind[]) => Promise<void>;
}

/** A probe with the context in which it prepares and runs. */
interface Equipped<K extends EvidenceKind = EvidenceKind> {
  probe: Probe<K>;
  context: ProbeContext;
}

/** Rejects when the audit ends, so that a probe which does not listen cannot hold it open. */
function ended(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  promise.catch(() => {});
  return promise;
}

/** Starts every probe as soon as the evidence it needs is there; a probe that fails leaves its reason and stops no other. */
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
  // Run a microtask later, when all are known: a probe may need one that stands after it.
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
  // What is asked ahead comes after what is waited for.
  setImmediate(() => {
    for (const one of equipped) prepare(one);
  });
  return { evidence, remembered, settled };
}
