import type { DnsLookup } from '../evidence/dns/lookup.ts';
import type { EvidenceByKind, EvidenceKind, SomeEvidence } from '../evidence/evidence.ts';
import type { AuditMemory, SavedSession } from '../evidence/history/memory.ts';
import type { TargetEvidence } from '../evidence/target/schema.ts';
import type { AuthoritativeClient } from '../net/authoritative/client.ts';
import type { DirectPurpose } from '../net/authoritative/limits.data.ts';
import type { Datagrams } from '../net/datagram.ts';
import type { Dialer } from '../net/dialer.ts';
import { validationThrough, type Validation } from '../net/dnssec/validation.ts';
import type { Guard } from '../net/guard/guard.ts';
import type { AuditHttp } from '../net/http/client.ts';
import type { Registrations } from '../net/registration/registrations.ts';
import type { Resolver } from '../net/resolver/resolver.ts';
import { recordLookups } from '../net/resolver/lookups.ts';
import type { QuestionShare } from '../net/resolver/query-budget.data.ts';
import type { Draw } from '../net/resolver/shares.ts';
import type { NetSettings } from '../net/settings.ts';
import type { MailMemory } from '../net/smtp/mail-memory.ts';
import type { TrustSettings } from '../pki/trust-lists/settings.ts';

/** What all probes of an audit share: the target, network access, and the signal. */
export interface AuditContext {
  target: TargetEvidence;
  dialer: Dialer;
  datagrams: Datagrams;
  guard: Guard;
  resolver: Resolver;
  /** Queries name servers directly, within limits that all probes share. */
  authoritative: AuthoritativeClient;
  /** Validates answers with our own DNSSEC validator. */
  validator: Validation;
  /** Sends all HTTP requests of the audit. */
  http: AuditHttp;
  /** Looks up whether referenced domains are registered. */
  registrations: Registrations;
  /** Shared knowledge of this process about mail servers. */
  mail: MailMemory;
  settings: NetSettings & TrustSettings;
  /** Aborted at the audit's deadline; steps derive their own deadlines from it. */
  signal: AbortSignal;
  /** Memory of earlier audits of the target, null where there was none; absent: nothing is stored. */
  memory?: AuditMemory | null;
}

/** The context of one probe: its DNS queries are recorded for its evidence. */
export interface ProbeContext extends AuditContext {
  /** The probe's DNS queries so far, including `prepare`; waits for pending answers. */
  lookups: () => Promise<DnsLookup[]>;
  /** The same context with another share of the audit's queries. */
  drawing: (share: QuestionShare) => ProbeContext;
}

/** A probe's shares of the audit's budgets; absent: none. */
export interface ProbeShares {
  questions: QuestionShare;
  direct: DirectPurpose;
  drawOf: (share: QuestionShare) => Draw;
}

/** Creates the context of one probe: caches and budgets stay those of the audit. */
export function contextOfProbe(audit: AuditContext, shares?: ProbeShares): ProbeContext {
  const recording = recordLookups(audit.resolver, shares?.drawOf(shares.questions));
  const { lookups } = recording;
  const authoritative = shares === undefined ? audit.authoritative : audit.authoritative.for(shares.direct);
  const over = (resolver: Resolver): ProbeContext => ({
    ...audit,
    authoritative,
    resolver,
    validator: validationThrough(audit.validator, resolver, audit.signal),
    lookups,
    drawing: (share) => (shares === undefined ? over(resolver) : over(recording.drawing(shares.drawOf(share)))),
  });
  return over(recording.resolver);
}

/** Memory for a later audit, replacing the earlier one. Sessions are secrets, so it is not evidence. */
export interface Remembered {
  sessions?: readonly SavedSession[];
}

/** A probe's evidence and, separately, the memory for later audits. */
export interface ProbeResult<K extends EvidenceKind = EvidenceKind> {
  evidence: EvidenceByKind[K];
  remember?: Remembered;
}

/** Sends packets and returns one kind of evidence; starts when the evidence that it needs is complete. */
export interface Probe<K extends EvidenceKind = EvidenceKind> {
  kind: K;
  needs: readonly EvidenceKind[];
  /** Sends queries of `run` in advance at the start of the audit; only those that a resolver caches, without waiting. */
  prepare?: (context: ProbeContext) => void;
  run: (context: ProbeContext, evidence: SomeEvidence) => Promise<ProbeResult<K>>;
}

/** Declares a probe, and types its `run` by the needed evidence. */
export function defineProbe<K extends EvidenceKind, const N extends EvidenceKind>(definition: {
  kind: K;
  needs: readonly N[];
  run: (context: ProbeContext, evidence: Pick<EvidenceByKind, N>) => Promise<ProbeResult<K>>;
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
