import type { DmarcDiscovery } from '@perimeter/protocols/dmarc/discover';
import { isDmarc } from '@perimeter/protocols/dmarc/record';
import { isSpf } from '@perimeter/protocols/spf/parse';
import { inconclusive, type Plain, openBy, lookupWhy } from '../../../catalogue/outcome.ts';
import type { TextAnswer } from '../../../evidence/mail-auth/text-answer.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { discoveryOf } from '../../../evidence/mail-auth/policy.ts';
import { allowsNobody, type MailRole, roleOf } from '../../../evidence/mail-auth/role.ts';
import type { DkimSelector, MailAuthEvidence, MailRoute } from '../../../evidence/mail-auth/schema.ts';

/** Evidence that mail checks read. */
export type MailEvidence = Pick<EvidenceByKind, 'mailAuth' | 'target'>;

/** The records of a domain, parsed once for all checks. */
export interface MailFacts {
  domain: string;
  registrableDomain: string;
  role: MailRole;
  /** True where the domain has MX hosts and its SPF record does not deny all sending: receivers expect signed mail. */
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

/** The check whose fix, three records that declare a domain without mail, also resolves the other findings of such a domain. */
export const maillessFix = 'spf-mailless-open';

/** DMARC records at the domain itself. */
export const ownDmarcTexts = ({ mail }: MailFacts): string[] =>
  (mail.dmarc.walk[0]?.answer.texts ?? []).filter(isDmarc);

/** Neither MX nor address: mail to the host bounces. */
export const isDeaf = (route: MailRoute | null): boolean =>
  route !== null &&
  (route.status === 'nodata' || route.status === 'nxdomain') &&
  route.hosts.length === 0 &&
  route.address === 'no';

/** Why an answer is unusable. */
export const unanswered = ({ name, failure }: Pick<TextAnswer, 'name' | 'failure'>): Plain =>
  inconclusive(lookupWhy(`TXT ${name}`, failure));

/** Why a domain's mail role is unknown: its MX records or, where these were answered, its SPF record. */
export function roleUnknown(domain: string, { status, failure }: MailRoute, spf?: TextAnswer): Plain {
  if (status !== 'failed' && spf?.status === 'failed') return unanswered(spf);
  return failure === undefined
    ? openBy('mail-role-unknown', { domain })
    : inconclusive(lookupWhy(`MX ${domain}`, failure));
}
