import type { DmarcDiscovery } from '@perimeter/protocols/dmarc/discover';
import { isDmarc } from '@perimeter/protocols/dmarc/record';
import { isSpf } from '@perimeter/protocols/spf/parse';
import { inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { TextAnswer } from '../../../evidence/mail-auth/text-answer.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { discoveryOf } from '../../../evidence/mail-auth/policy.ts';
import { allowsNobody, type MailRole, roleOf } from '../../../evidence/mail-auth/role.ts';
import type { DkimSelector, MailAuthEvidence, MailRoute } from '../../../evidence/mail-auth/schema.ts';

/** The evidence that checks of mail read. */
export type MailEvidence = Pick<EvidenceByKind, 'mailAuth' | 'target'>;

/** What the records of a domain say, read once for all checks. */
export interface MailFacts {
  domain: string;
  registrableDomain: string;
  role: MailRole;
  /** True where the domain has MX hosts and does not say by SPF that it sends nothing: receivers expect signed mail of it. */
  isSender: boolean;
  mail: MailAuthEvidence;
  /** The SPF records of the domain. */
  spfTexts: readonly string[];
  dmarc: DmarcDiscovery;
  /** Whether receivers act on forged mail; null where that is unknown. */
  enforced: boolean | null;
}

/** The DMARC record that is in force for the domain. */
export type DmarcRecords = MailFacts & {
  dmarc: MailFacts['dmarc'] & {
    record: NonNullable<MailFacts['dmarc']['record']>;
    policies: NonNullable<MailFacts['dmarc']['policies']>;
  };
};

/** The DKIM selectors that were found. */
export interface DkimRecords {
  facts: MailFacts;
  selectors: readonly DkimSelector[];
}

/** Reads the evidence. */
export function mailFacts({ mailAuth, target }: MailEvidence): MailFacts {
  const dmarc = discoveryOf(mailAuth);
  const { policies, complete } = dmarc;
  const role = roleOf(mailAuth);
  return {
    domain: target.domain,
    registrableDomain: target.registrableDomain,
    role,
    isSender: role === 'mail' && !allowsNobody(mailAuth.spf.tree),
    mail: mailAuth,
    spfTexts: mailAuth.spf.answer.texts.filter(isSpf),
    dmarc,
    enforced: complete ? policies !== null && policies.domain !== 'none' : null,
  };
}

/** Domains without mail have one fix for all that their records leave open: three records that say so. */
export const maillessFix = 'spf-mailless-open';

/** DMARC records at the domain itself. */
export const ownDmarcTexts = ({ mail }: MailFacts): string[] =>
  (mail.dmarc.walk[0]?.answer.texts ?? []).filter(isDmarc);

/** No MX and no address: mail to the host comes back. */
export const isDeaf = (route: MailRoute | null): boolean =>
  route !== null &&
  (route.status === 'nodata' || route.status === 'nxdomain') &&
  route.hosts.length === 0 &&
  route.address === 'no';

/** Why an answer cannot be used. */
export const unanswered = ({ name, failure }: Pick<TextAnswer, 'name' | 'failure'>): Plain =>
  inconclusive(`TXT ${name}: ${failure === undefined ? 'the lookup failed' : failureText(failure)}`);

/** Why it is not known what a domain does with mail: its MX records, or the SPF record where these were answered. */
export function roleUnknown(domain: string, { status, failure }: MailRoute, spf?: TextAnswer): Plain {
  if (status !== 'failed' && spf?.status === 'failed') return unanswered(spf);
  const why = failure === undefined ? 'whether the domain takes mail could not be determined' : failureText(failure);
  return inconclusive(`MX ${domain}: ${why}`);
}
