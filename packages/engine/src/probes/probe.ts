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

/** What all probes of an audit share: the target, the only ways to reach it, and when to stop. */
export interface AuditContext {
  target: TargetEvidence;
  dialer: Dialer;
  datagrams: Datagrams;
  guard: Guard;
  resolver: Resolver;
  /** Asks name servers directly, within counts that all probes share. */
  authoritative: AuthoritativeClient;
  /** Judges answers by our own DNSSEC validation. */
  validator: Validation;
  /** All HTTP requests of the audit go through it. */
  http: AuditHttp;
  /** Whether domains that records refer to are registered. */
  registrations: Registrations;
  /** What the audits of this process know of mail servers. */
  mail: MailMemory;
  settings: NetSettings & TrustSettings;
  /** Aborted at the audit's deadline; steps hang their own deadlines below it. */
  signal: AbortSignal;
  /** What earlier audits of the target left, null where there was none; absent: nothing is remembered. */
  memory?: AuditMemory | null;
}

/** What one probe is given: its questions to DNS are noted, for its own evidence to record. */
export interface ProbeContext extends AuditContext {
  /** What the probe asked of DNS so far, in `prepare` too; waits for the answers that are still to come. */
  lookups: () => Promise<DnsLookup[]>;
  /** The same context, whose questions draw on another share of the audit's. */
  drawing: (share: QuestionShare) => ProbeContext;
}

/** What of the audit's budgets a probe draws on; absent: on no share. */
export interface ProbeShares {
  questions: QuestionShare;
  direct: DirectPurpose;
  drawOf: (share: QuestionShare) => Draw;
}

/** The context of one probe: caches and budgets stay those of the audit. */
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

/** What a later audit is to remember, in place of what was remembered. Sessions are secrets: no evidence. */
export interface Remembered {
  sessions?: readonly SavedSession[];
}

/** What a probe hands over: its evidence, and apart from it what later audits are to remember. */
export interface ProbeResult<K extends EvidenceKind = EvidenceKind> {
  evidence: EvidenceByKind[K];
  remember?: Remembered;
}

/** Sends packets and yields one kind of evidence; starts as soon as the kinds it needs are there. */
export interface Probe<K extends EvidenceKind = EvidenceKind> {
  kind: K;
  needs: readonly EvidenceKind[];
  /** Asks ahead, as the audit begins, what `run` will want to know; only what a resolver remembers, and without waiting. */
  prepare?: (context: ProbeContext) => void;
  run: (context: ProbeContext, evidence: SomeEvidence) => Promise<ProbeResult<K>>;
}

/** Declares a probe and types its run by the evidence it needs. */
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
