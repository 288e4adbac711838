import { isMtaStsRecord } from '@perimeter/protocols/mta-sts/record';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { notApplicable, type Plain, softened, openAs } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { isDaneEverywhere } from '../../../evidence/mail-transport/dane.ts';
import { isServersFault, stsOf, type StsReading } from '../../../evidence/mail-transport/sts.ts';
import { almostRecords, quoteTexts } from '../mail/almost-record.ts';
import { type TransportEvidence, withoutServers } from '../mail/delivery.ts';
import { type Narrower, narrow, onePlace, type Selected, type Subject } from '../../../catalogue/check-of.ts';
import { unanswered } from '../mail/facts.ts';

/** The domain's MTA-STS records and policy. */
export interface StsFacts extends StsReading {
  /** Texts that resemble a record, which senders discard (RFC 8461 section 3.1). */
  almost: readonly string[];
  domain: string;
  transport: TransportEvidence['mailTransport'];
}

function select({ mailTransport, target }: TransportEvidence): Selected<StsFacts> {
  const silence = withoutServers(mailTransport);
  if (silence !== null) return silence;
  const { name, status, texts } = mailTransport.mtaSts.record;
  if (status === 'failed') return unanswered(mailTransport.mtaSts.record);
  const almost = almostRecords(texts, 'STSv1;', isMtaStsRecord);
  const found = { domain: target.domain, transport: mailTransport, almost, ...stsOf(mailTransport) };
  return onePlace(found, recordsAt(target.domain, 'TXT', name), digLine('TXT', name));
}

/** The record at `_mta-sts`; its command shows it. Where DANE authenticates every mail server, a missing MTA-STS costs nothing, so a weak one costs nothing either. */
export const stsRecord: Subject<keyof TransportEvidence, StsFacts> = {
  needs: ['mailTransport', 'target'],
  select,
  quote: quoteTexts,
  weigh: (verdict, { transport }, { weakness }) =>
    weakness?.cvss === 'onPathPartial' && isDaneEverywhere(transport) ? softened(verdict) : verdict,
};

const noRecord = notApplicable('There is no MTA-STS record');

/** `curl` that fetches the policy, or prints why it cannot. */
const curlPolicy = (domain: string): string | null =>
  /^[a-z0-9.-]+$/i.test(domain) ? `Reproduce: curl -sSi https://mta-sts.${domain}/.well-known/mta-sts.txt` : null;

/** The command that fetches the policy and shows the MX records beside it. */
export function curlPolicyAndMx(domain: string): string | null {
  const [policy, mx] = [curlPolicy(domain), digLine('MX', domain)];
  return policy === null || mx === null ? null : `${policy}; ${mx.replace('Reproduce: ', '')}`;
}

/** Why there is no valid record to announce a policy; null where there is. */
const recordGap = ({ texts, record }: StsFacts): Plain | null =>
  texts.length === 0
    ? noRecord
    : texts.length > 1 || (record?.problems.length ?? 0) > 0
      ? notApplicable('The MTA-STS record is invalid, so senders fetch no policy')
      : null;

/** The policy's web server, if a valid record announces one; its command fetches the policy. */
export const stsFetch = narrow(
  stsRecord,
  (facts): Narrower<StsFacts> => recordGap(facts) ?? { of: facts, reproduce: curlPolicy(facts.domain) },
  { quote: () => [] },
);

/** A policy that senders follow. */
export type StsPolicyFacts = StsFacts & { policy: NonNullable<StsReading['policy']> };

/** The parsed policy. */
export const policyLines = ({ policy: { mode, mx, maxAge } }: StsPolicyFacts): string[] => [
  `mode: ${mode ?? ''}`,
  ...mx.slice(0, 20).map((pattern) => `mx: ${pattern}`),
  `max_age: ${maxAge ?? ''}`,
];

/** The policy that senders follow. */
export const stsPolicy = narrow(
  stsRecord,
  (facts): Narrower<StsPolicyFacts> => {
    const { policy, domain, transport } = facts;
    const gap = recordGap(facts);
    if (gap !== null) return gap;
    if (policy !== null) return { of: { ...facts, policy }, reproduce: curlPolicy(domain) };
    const { fetch } = transport.mtaSts;
    return fetch.known || isServersFault(transport.mtaSts, fetch.failure)
      ? notApplicable('Senders cannot use the MTA-STS policy')
      : openAs(fetch.failure, 'policy-not-received', { failure: failureText(fetch.failure) });
  },
  { quote: policyLines },
);
