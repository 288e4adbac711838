import { counted, shorten } from '../words/text.ts';
import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import { inconclusive, notApplicable, type Plain } from '../../../catalogue/outcome.ts';
import { recordChecks, type RecordSource, type Selected } from '../../../catalogue/record-check.ts';
import { digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { keysExist } from '../../../evidence/mail-auth/dkim-existence.ts';
import type { DkimSelector, MailRoute } from '../../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../../evidence/mail-auth/text-answer.ts';
import { type MailEvidence, type MailFacts, mailFacts } from './facts.ts';

const needs = ['mailAuth', 'target'] as const;

/** Why an answer cannot be used. */
export const unanswered = ({ name, failure }: Pick<TextAnswer, 'name' | 'failure'>): Plain =>
  inconclusive(`TXT ${name}: ${failure === undefined ? 'the lookup failed' : failureText(failure)}`);

/** Why it is not known what a domain does with mail: its MX records, or the SPF record where these were answered. */
export function roleUnknown(domain: string, { status, failure }: MailRoute, spf?: TextAnswer): Plain {
  if (status !== 'failed' && spf?.status === 'failed') return unanswered(spf);
  const why = failure === undefined ? 'whether the domain takes mail could not be determined' : failureText(failure);
  return inconclusive(`MX ${domain}: ${why}`);
}

/** The place and the command of TXT records; several names have the place of the name above them. */
function selected<R>({ domain }: MailFacts, records: R, at: string, names: readonly string[] = [at]): Selected<R> {
  return { records, location: recordsAt(domain, 'TXT', at), reproduce: digLine('TXT', ...names) };
}

const select = (facts: MailFacts): Selected<MailFacts> => selected(facts, facts, facts.domain);

/** Declares a check of what all records of the domain say together; its command shows the TXT records of the domain. */
export const mailCheck = recordChecks({ needs, select: (evidence: MailEvidence) => select(mailFacts(evidence)) });

/** The SPF record that is in force, and what else the domain says. */
export interface SpfRecords {
  facts: MailFacts;
  tree: SpfNode;
  text: string;
}

function selectSpf(facts: MailFacts): Selected<SpfRecords> {
  const { answer, tree } = facts.mail.spf;
  if (answer.status === 'failed') return unanswered(answer);
  const [text, ...more] = facts.spfTexts;
  if (text === undefined) return notApplicable('There is no SPF record');
  if (more.length > 0) return notApplicable('There are several SPF records, so receivers use none of them');
  return selected(facts, { facts, tree, text }, facts.domain);
}

type Weigh = NonNullable<RecordSource<'mailAuth' | 'target', SpfRecords>['weigh']>;

/** Without MX nobody expects mail of the domain: a weak record must not cost more than none. */
const weighWithoutMx: Weigh = (draft, { facts }, { weakness }) =>
  facts.role !== 'mail' && draft.cvss === undefined && weakness?.cvss === 'partialSpoofing'
    ? { ...draft, cvss: 'spoofingMargin' }
    : draft;

/** The SPF record as it stands in the zone. */
export const spfRecord = ({ text, facts }: SpfRecords): string => shorten(textRecord(facts.domain, text), 2_000);

/** Declares a check of the one SPF record of the domain. */
export const spfCheck = recordChecks({
  needs,
  select: (evidence: MailEvidence) => selectSpf(mailFacts(evidence)),
  shows: spfRecord,
  weigh: weighWithoutMx,
});

/** As spfCheck, for questions that a record with a syntax error does not raise: receivers read none of its terms. */
export const spfTermCheck = recordChecks({
  needs,
  select: (evidence: MailEvidence) => {
    const spf = selectSpf(mailFacts(evidence));
    return 'outcome' in spf || spf.records.tree.problem?.kind !== 'syntax'
      ? spf
      : notApplicable('The SPF record has a syntax error, so receivers use none of it');
  },
  shows: spfRecord,
  weigh: weighWithoutMx,
});

/** The DMARC record that is in force for the domain. */
export type DmarcRecords = MailFacts & {
  dmarc: MailFacts['dmarc'] & {
    record: NonNullable<MailFacts['dmarc']['record']>;
    policies: NonNullable<MailFacts['dmarc']['policies']>;
  };
};

function selectDmarc(facts: MailFacts): Selected<DmarcRecords> {
  const { dmarc } = facts;
  const { record, policies, policyDomain, complete, walk } = dmarc;
  const silent = facts.mail.dmarc.walk.find(({ answer }) => answer.status === 'failed');
  if (!complete && silent !== undefined) return unanswered(silent.answer);
  if (record === null) {
    const several = (walk[0]?.texts?.length ?? 0) > 1;
    return notApplicable(
      several ? 'There are several DMARC records, so receivers use none' : 'There is no DMARC record',
    );
  }
  if (policies === null) return notApplicable('The DMARC record is invalid, so receivers do not use it');
  const inForce = { ...facts, dmarc: { ...dmarc, record, policies } };
  return selected(facts, inForce, `_dmarc.${policyDomain ?? facts.domain}`);
}

/** The DMARC record as it stands in the zone. */
export const recordLine = ({ dmarc, domain }: DmarcRecords): string =>
  shorten(
    textRecord(
      `_dmarc.${dmarc.policyDomain ?? domain}`,
      dmarc.walk.find((step) => step.domain === dmarc.policyDomain)?.texts?.join(' ') ?? '',
    ),
    1_000,
  );

/** Declares a check of the DMARC record that receivers use for the domain. */
export const dmarcCheck = recordChecks({
  needs,
  select: (evidence: MailEvidence) => selectDmarc(mailFacts(evidence)),
  shows: recordLine,
});

/** The DKIM selectors that were found. */
export interface DkimRecords {
  facts: MailFacts;
  selectors: readonly DkimSelector[];
}

function selectDkim(facts: MailFacts): Selected<DkimRecords> {
  const { dkim } = facts.mail;
  if (dkim.selectors.length > 0) {
    const names = dkim.selectors.map(({ answer }) => answer.name);
    const at = names.length === 1 ? (names[0] ?? '') : `_domainkey.${facts.domain}`;
    return selected(facts, { facts, selectors: dkim.selectors }, at, names.slice(0, 3));
  }
  if (dkim.unanswered.length > 0 || dkim.domainkey.answer.status === 'failed')
    return inconclusive(
      `The lookups of ${dkim.unanswered.length > 0 ? counted(dkim.unanswered.length, 'DKIM selector') : dkim.domainkey.answer.name} failed`,
    );
  return notApplicable(
    keysExist(dkim) === 'none' ? 'The domain has no DKIM key' : 'No DKIM key was found under the tested selectors',
  );
}

/**
 * Declares a check of the DKIM records that were found; keys under unknown selectors are not judged. Of a domain without
 * MX, or without senders, nobody expects a key, so that a weak one must not cost more than none, unless it lets forgers sign.
 */
export const dkimCheck = recordChecks({
  needs,
  select: (evidence: MailEvidence) => selectDkim(mailFacts(evidence)),
  softens: ({ facts }, { weakness }) => !facts.isSender && weakness?.cvss !== 'authenticForgery',
});
