import { type ParsedMtaStsPolicy, parseMtaStsPolicy } from '@perimeter/protocols/mta-sts/policy';
import { isMtaStsRecord, type ParsedMtaStsRecord, parseMtaStsRecord } from '@perimeter/protocols/mta-sts/record';
import { failureText, isAddressless } from '../failure-text.ts';
import { trustFaults } from '../certificates/trust-faults.ts';
import { clause } from '../words/text.ts';
import type { MailTransportEvidence } from './schema.ts';
import type { Cause } from '../causes.data.ts';
import { type Why, whyAs } from '../causes/cause.ts';

type MtaSts = MailTransportEvidence['mtaSts'];

/** The policy as it was fetched. */
export type FetchedPolicy = Extract<MtaSts['fetch'], { known: true }>['value'];

/** What records and policy say, as senders read them. */
export interface StsReading {
  /** TXT records that are about MTA-STS. */
  texts: readonly string[];
  /** The one record. */
  record: ParsedMtaStsRecord | null;
  /** The policy that senders follow: of one valid record, fetched as it has to be, and valid itself. */
  policy: ParsedMtaStsPolicy['policy'] | null;
}

/** Why senders do not trust the certificate of the policy's server. */
export const distrustOf = ({ certificateProblems }: FetchedPolicy): string =>
  trustFaults(certificateProblems) || 'The chain leads to no trusted root';

/** What senders do not accept as a policy, in a clause; null: they read it (RFC 8461 section 3.3). */
export function fetchFault(fetched: FetchedPolicy): string | null {
  const { status, trusted, contentType, truncated, location } = fetched;
  // Senders that refuse the certificate see no answer.
  if (!trusted) return `has a certificate that senders refuse: ${clause(distrustOf(fetched))}`;
  if (status >= 300 && status < 400) return `redirects to ${location ?? 'another place'}, which senders do not follow`;
  if (status !== 200) return `answers with status ${status}`;
  if (truncated) return 'is larger than 64 KiB';
  return /^text\/plain(?:\s*;|\s*$)/i.test(contentType ?? '') ? null : `has the type ${contentType ?? '(none)'}`;
}

const isValid = ({ texts }: Pick<StsReading, 'texts'>, record: ParsedMtaStsRecord | null): boolean =>
  texts.length === 1 && record !== null && record.problems.length === 0;

/** TXT records that are about MTA-STS. */
export const stsTexts = ({ texts }: MtaSts['record']): string[] => texts.filter(isMtaStsRecord);

/** Reads record and policy. */
export function stsOf({ mtaSts }: MailTransportEvidence): StsReading {
  const texts = stsTexts(mtaSts.record);
  const [first] = texts;
  const record = first === undefined ? null : parseMtaStsRecord(first);
  const { fetch } = mtaSts;
  const parsed =
    isValid({ texts }, record) && fetch.known && fetchFault(fetch.value) === null
      ? parseMtaStsPolicy(fetch.value.body)
      : null;
  return { texts, record, policy: parsed?.valid === true ? parsed.policy : null };
}

/** True where senders refuse a mail server that the policy does not hold for. */
export const isEnforcing = (transport: MailTransportEvidence): boolean => stsOf(transport).policy?.mode === 'enforce';

/** Ends that one try leaves open, so that a second follows; two of them are the server's. */
export const decidedByTwo: ReadonlySet<string> = new Set(['timeout', 'closed', 'reset', 'malformed']);

type Failure = (MtaSts['fetch'] & { known: false })['failure'];

/** The resolver of this audit failed; the policy's server was not asked at all. */
const isResolvers = (failure: Failure): boolean => failure.gap.startsWith('resolver-');

/**
 * Failures that the policy's server causes itself: refused connections, TLS that fails, a name without an address, and a server
 * that hangs or hangs up twice.
 */
export function isServersFault({ again }: Pick<MtaSts, 'again'>, failure: Failure): boolean {
  if (isResolvers(failure) || (again !== undefined && isResolvers(again))) return false;
  if (failure.reason === 'refused' || failure.reason === 'tls') return true;
  if (again !== undefined && decidedByTwo.has(failure.reason))
    return decidedByTwo.has(again.reason) || again.reason === 'refused' || again.reason === 'tls';
  return isAddressless(failure);
}

/** Why it is not known whether a policy is enforced: the record or the policy was not read; null: it is known. */
export function enforcementGap(transport: MailTransportEvidence): Why | null {
  const { record, fetch, again } = transport.mtaSts;
  const said = (context: Cause, name: string, failure: Failure | undefined): Why =>
    whyAs(failure === undefined ? context : [context, failure], 'enforcement-unknown', {
      what: name,
      failure: failure === undefined ? '' : ` (${failureText(failure)})`,
    });
  if (record.status === 'failed') return said('name-servers', `TXT ${record.name}`, record.failure);
  if (fetch.known || stsOf(transport).texts.length === 0) return null;
  const isOpen = fetch.failure.reason === 'timeout' || !isServersFault({ again }, fetch.failure);
  return isOpen ? said('mail-server', 'the policy', fetch.failure) : null;
}
