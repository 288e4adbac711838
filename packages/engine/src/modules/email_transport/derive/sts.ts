import { type ParsedMtaStsPolicy, parseMtaStsPolicy } from '@perimeter/protocols/mta-sts/policy';
import { isMtaStsRecord, type ParsedMtaStsRecord, parseMtaStsRecord } from '@perimeter/protocols/mta-sts/record';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, notApplicable, type Plain } from '../../../catalogue/outcome.ts';
import { narrow, recordChecks, type Selected } from '../../../catalogue/record-check.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import { unanswered } from '../../derive/mail/checks.ts';
import { shorten } from '../../derive/words/text.ts';
import { isDaneEverywhere } from './dane.ts';
import { type TransportEvidence, withoutServers } from './delivery.ts';

/** The policy as it was fetched. */
export type FetchedPolicy = Extract<MailTransportEvidence['mtaSts']['fetch'], { known: true }>['value'];

/** What the domain says by MTA-STS, as senders read it. */
export interface StsFacts {
  domain: string;
  transport: MailTransportEvidence;
  /** TXT records that are about MTA-STS. */
  texts: readonly string[];
  /** The one record. */
  record: ParsedMtaStsRecord | null;
  /** The policy that senders follow: of one valid record, fetched as it has to be, and valid itself. */
  policy: ParsedMtaStsPolicy['policy'] | null;
}

/** What senders do not accept as a policy, in a clause; null: they read it (RFC 8461 section 3.3). */
export function fetchFault({ status, trusted, contentType, truncated, location }: FetchedPolicy): string | null {
  if (status >= 300 && status < 400) return `redirects to ${location ?? 'another place'}, which senders do not follow`;
  if (status !== 200) return `answers with status ${status}`;
  if (!trusted) return 'has a certificate that is not trusted for its name';
  if (truncated) return 'is larger than 64 KiB';
  return /^text\/plain(?:\s*;|\s*$)/i.test(contentType ?? '') ? null : `has the type ${contentType ?? '(none)'}`;
}

const isValid = ({ texts }: Pick<StsFacts, 'texts'>, record: ParsedMtaStsRecord | null): boolean =>
  texts.length === 1 && record !== null && record.problems.length === 0;

/** Reads record and policy. */
export function stsOf({ mtaSts }: MailTransportEvidence): Pick<StsFacts, 'texts' | 'record' | 'policy'> {
  const texts = mtaSts.record.texts.filter(isMtaStsRecord);
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

type Answered = Selected<StsFacts>;

function select({ mailTransport, target }: TransportEvidence): Answered {
  const silence = withoutServers(mailTransport);
  if (silence !== null) return silence;
  const { name, status } = mailTransport.mtaSts.record;
  if (status === 'failed') return unanswered(mailTransport.mtaSts.record);
  const records = { domain: target.domain, transport: mailTransport, ...stsOf(mailTransport) };
  return { records, location: recordsAt(target.domain, 'TXT', name), reproduce: digLine('TXT', name) };
}

/** Where DANE proves every mail server, MTA-STS may be left out at no price, so that a weak one has none either. */
const softens = ({ transport }: StsFacts, { weakness }: { weakness?: { cvss: string } }): boolean =>
  weakness?.cvss === 'onPathPartial' && isDaneEverywhere(transport);

/** Declares a check of what stands at `_mta-sts`; its command shows that. */
export const stsCheck = recordChecks({
  needs: ['mailTransport', 'target'],
  softens,
  select,
  shows: ({ texts }) => texts.slice(0, 5).map((text) => shorten(text, 400)),
});

type MtaSts = MailTransportEvidence['mtaSts'];

/** Ends that one try leaves open; two of them are the server's. */
const decidedByTwo: ReadonlySet<string> = new Set(['timeout', 'closed', 'reset', 'malformed']);

/**
 * Failures that the policy's server causes itself: refused connections, TLS that fails, a name without an address, and a server
 * that hangs or hangs up twice.
 */
export function isServersFault(
  { again }: Pick<MtaSts, 'again'>,
  failure: (MtaSts['fetch'] & { known: false })['failure'],
): boolean {
  if (failure.reason === 'refused' || failure.reason === 'tls') return true;
  if (again !== undefined && decidedByTwo.has(failure.reason))
    return decidedByTwo.has(again.reason) || again.reason === 'refused' || again.reason === 'tls';
  if (!('gap' in failure) || failure.gap !== 'no-address-found') return false;
  const statuses = (failure.values?.[1] ?? '').split(', ');
  return statuses.every((status) => status === 'nxdomain' || status === 'nodata');
}

const noRecord = notApplicable('There is no MTA-STS record');

/** The command that fetches the policy, and says why where it cannot. */
const curlPolicy = (domain: string): string | null =>
  /^[a-z0-9.-]+$/i.test(domain) ? `Reproduce: curl -sSi https://mta-sts.${domain}/.well-known/mta-sts.txt` : null;

/** The command that fetches the policy and shows the MX records beside it. */
export function curlPolicyAndMx(domain: string): string | null {
  const [policy, mx] = [curlPolicy(domain), digLine('MX', domain)];
  return policy === null || mx === null ? null : `${policy}; ${mx.replace('Reproduce: ', '')}`;
}

/** Why there is no valid record to fetch a policy by; null where there is. */
const recordGap = ({ texts, record }: StsFacts): Plain | null =>
  texts.length === 0
    ? noRecord
    : texts.length > 1 || (record?.problems.length ?? 0) > 0
      ? notApplicable('The MTA-STS record is invalid, so senders fetch no policy')
      : null;

/** Declares a check of the policy's web server, where a valid record announces one; its command fetches the policy. */
export const stsFetchCheck = recordChecks({
  needs: ['mailTransport', 'target'],
  softens,
  select: (evidence: TransportEvidence) =>
    narrow(
      select(evidence),
      (records): Plain | { records: StsFacts; reproduce: string | null } =>
        recordGap(records) ?? { records, reproduce: curlPolicy(records.domain) },
    ),
});

/** A policy that senders follow. */
export type StsPolicyFacts = StsFacts & { policy: ParsedMtaStsPolicy['policy'] };

/** The policy as it was read. */
export const policyLines = ({ policy: { mode, mx, maxAge } }: StsPolicyFacts): string[] => [
  `mode: ${mode ?? ''}`,
  ...mx.slice(0, 20).map((pattern) => `mx: ${pattern}`),
  `max_age: ${maxAge ?? ''}`,
];

/** Declares a check of the policy that senders follow. */
export const stsPolicyCheck = recordChecks({
  needs: ['mailTransport', 'target'],
  softens,
  select: (evidence: TransportEvidence) =>
    narrow(select(evidence), (records) => {
      const { policy, domain, transport } = records;
      const gap = recordGap(records);
      if (gap !== null) return gap;
      if (policy !== null) return { records: { ...records, policy }, reproduce: curlPolicy(domain) };
      const { fetch } = transport.mtaSts;
      return fetch.known || isServersFault(transport.mtaSts, fetch.failure)
        ? notApplicable('Senders cannot use the MTA-STS policy')
        : inconclusive(`MTA-STS policy: ${failureText(fetch.failure)}`);
    }),
  shows: policyLines,
});
