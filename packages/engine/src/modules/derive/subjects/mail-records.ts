import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import { digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { notApplicable, openBy, redraft, softened, type Verdict } from '../../../catalogue/outcome.ts';
import { keysExist } from '../../../evidence/mail-auth/dkim-existence.ts';
import {
  type DkimRecords,
  type DmarcRecords,
  type MailEvidence,
  type MailFacts,
  mailFacts,
  unanswered,
} from '../mail/facts.ts';
import { type Facts, narrow, onePlace, type Places, type Selected, type Subject } from '../../../catalogue/check-of.ts';
import { counted, shorten } from '../../../evidence/words/text.ts';

/** The location and the command of TXT records; several names take the location of their parent. */
function selected<R>({ domain }: MailFacts, records: R, at: string, names: readonly string[] = [at]): Places<R> {
  return onePlace(records, recordsAt(domain, 'TXT', at), digLine('TXT', ...names));
}

type OfMail<T> = Subject<keyof MailEvidence, T>;

const fromFacts = <T>(select: (facts: MailFacts) => Selected<T>): Pick<OfMail<T>, 'needs' | 'select'> => ({
  needs: ['mailAuth', 'target'],
  select: (evidence) => select(mailFacts(evidence)),
});

/** All mail records of the domain; its command shows the TXT records. */
export const mailRecords: OfMail<MailFacts> = fromFacts((facts) => selected(facts, facts, facts.domain));

/** The SPF record in force, and the other mail facts. */
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

/** A domain without MX is not expected to send mail: a weak record must not weigh more than a missing one. */
const weighWithoutMx = (verdict: Verdict, { facts }: SpfRecords, { weakness }: Facts): Verdict =>
  facts.role !== 'mail' && verdict.outcome === 'fail' && weakness?.cvss === 'partialSpoofing'
    ? redraft(verdict, (draft) => ({ cvss: 'spoofingMargin', ...draft }))
    : verdict;

/** The SPF record in zone-file form. */
export const spfRecord = ({ text, facts }: SpfRecords): string => shorten(textRecord(facts.domain, text), 2_000);

/** The one SPF record of the domain. */
export const spfInForce: OfMail<SpfRecords> = { ...fromFacts(selectSpf), quote: spfRecord, weigh: weighWithoutMx };

/** The terms of the SPF record; receivers evaluate none of a record with a syntax error. */
export const spfTerms = narrow(spfInForce, (spf) =>
  spf.tree.problem?.kind === 'syntax'
    ? notApplicable('The SPF record has a syntax error, so receivers use none of it')
    : { of: spf },
);

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

/** The DMARC record in zone-file form. */
export const recordLine = ({ dmarc, domain }: DmarcRecords): string =>
  shorten(
    textRecord(
      `_dmarc.${dmarc.policyDomain ?? domain}`,
      dmarc.walk.find((step) => step.domain === dmarc.policyDomain)?.texts?.join(' ') ?? '',
    ),
    1_000,
  );

/** The DMARC record that receivers use for the domain. */
export const dmarcInForce: OfMail<DmarcRecords> = { ...fromFacts(selectDmarc), quote: recordLine };

function selectDkim(facts: MailFacts): Selected<DkimRecords> {
  const { dkim } = facts.mail;
  if (dkim.selectors.length > 0) {
    const names = dkim.selectors.map(({ answer }) => answer.name);
    const at = names.length === 1 ? (names[0] ?? '') : `_domainkey.${facts.domain}`;
    return selected(facts, { facts, selectors: dkim.selectors }, at, names.slice(0, 3));
  }
  if (dkim.unanswered.length > 0 || dkim.domainkey.answer.status === 'failed')
    return openBy('selectors-not-looked-up', {
      names: dkim.unanswered.length > 0 ? counted(dkim.unanswered.length, 'DKIM selector') : dkim.domainkey.answer.name,
    });
  return notApplicable(
    keysExist(dkim) === 'none' ? 'The domain has no DKIM key' : 'No DKIM key was found under the tested selectors',
  );
}

/**
 * The DKIM records that were found; keys under unknown selectors are not judged. A domain without MX or senders needs
 * no key, so a weak one must not weigh more than none, unless it lets forgers sign.
 */
export const dkimFound: OfMail<DkimRecords> = {
  ...fromFacts(selectDkim),
  weigh: (verdict, { facts }, { weakness }) =>
    !facts.isSender && weakness?.cvss !== 'authenticForgery' ? softened(verdict) : verdict,
};
