import { dayMs } from '@perimeter/protocols/durations';
import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import type { SmtpEgress } from '../settings.ts';

/** Whether mail servers are reachable, and the proof. */
export type EgressState = MailTransportEvidence['egress'];

/** Result of contacting one mail server: it answered; it, or a network in its place, refused the connection; or silence. */
export type MailContact = 'answered' | 'refused' | 'silent' | 'local';

/** One audit's contacts with all its mail servers, and signs of interception. */
export interface MailVisit {
  registrableDomain: string;
  contacts: readonly MailContact[];
  intercepted: 'masked-replies' | 'one-greeting' | 'provider-without-starttls' | null;
}

/** What a process knows about port 25 over all its audits. */
export interface EgressMemory {
  /** The current state. */
  state: () => EgressState;
  /** False while connections would fail; the control host, if there is one, is tested again when due. */
  mayTry: () => boolean;
  /** Adds an audit's results; returns the state for that audit. */
  learn: (visit: MailVisit) => EgressState;
  /** Adds the result of the control host. */
  learnControl: (answered: boolean) => EgressState;
  /** True where the control host was not tested within the hour. */
  isControlDue: () => boolean;
}

/** A connection that stood proves for a day that port 25 is open. */
const openForMs = dayMs;
/** A network that blocked is tried again after an hour; sooner where one domain alone was silent, which may be its own doing. */
const blockedForMs = 3_600_000;
const doubtedForMs = 300_000;
const controlEveryMs = 3_600_000;
/** Consecutive silent registrable domains after which port 25 counts as blocked. */
const mostSilentDomains = 3;

/** No server was reached: silence, or a local refusal. */
const isInVain = (contact: MailContact): boolean => contact === 'silent' || contact === 'local';

/** A memory of one process. */
export function createEgressMemory(
  setting: SmtpEgress,
  { nowMs = Date.now, onBlocked = () => {} }: { nowMs?: () => number; onBlocked?: (state: EgressState) => void } = {},
): EgressMemory {
  let openUntilMs = 0;
  let blocked: { untilMs: number; how: EgressState['how'] } | null = null;
  let controlledAtMs: number | null = null;
  const silentDomains = new Set<string>();

  const state = (): EgressState => {
    if (setting === 'open' || setting === 'blocked') return { port25: setting, how: 'configured' };
    if (nowMs() < openUntilMs) return { port25: 'open', how: 'seen-before' };
    if (blocked !== null && nowMs() < blocked.untilMs) return { port25: 'blocked', how: blocked.how };
    return { port25: 'unknown', how: 'not-tried' };
  };
  const block = (how: EgressState['how'], forMs = blockedForMs): EgressState => {
    openUntilMs = 0;
    const isNew = blocked === null;
    blocked = { untilMs: nowMs() + forMs, how };
    if (isNew) onBlocked({ port25: 'blocked', how });
    return { port25: 'blocked', how };
  };
  const open = (): void => {
    openUntilMs = nowMs() + openForMs;
    blocked = null;
    silentDomains.clear();
  };
  const learnSilence = ({ registrableDomain, contacts }: MailVisit): EgressState => {
    const known = state();
    if (known.how === 'configured' || known.port25 === 'blocked' || contacts.length === 0) return known;
    const unanswered: EgressState = known.port25 === 'open' ? known : { port25: 'unknown', how: 'no-answer' };
    if (!contacts.every(isInVain)) return unanswered;
    silentDomains.add(registrableDomain);
    if (silentDomains.size >= mostSilentDomains) return block('domains-in-a-row');
    return known.port25 === 'open' ? unanswered : block('all-silent', doubtedForMs);
  };
  const learn = (visit: MailVisit): EgressState => {
    if (visit.intercepted !== null) return { port25: 'intercepted', how: visit.intercepted };
    if (!visit.contacts.includes('answered')) return learnSilence(visit);
    open();
    return { port25: 'open', how: 'connected' };
  };
  return {
    state,
    mayTry: () => state().port25 !== 'blocked',
    learn,
    learnControl: (answered) => {
      controlledAtMs = nowMs();
      if (!answered) return block('control-host');
      open();
      return { port25: 'open', how: 'control-host' };
    },
    isControlDue: () =>
      typeof setting === 'object' && (controlledAtMs === null || nowMs() - controlledAtMs >= controlEveryMs),
  };
}
