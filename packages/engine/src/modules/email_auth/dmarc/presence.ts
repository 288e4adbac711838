import { isDmarc, parseDmarc, type DmarcProblem } from '@perimeter/protocols/dmarc/record';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { isSpf } from '@perimeter/protocols/spf/parse';
import { policiesOf } from '@perimeter/protocols/dmarc/policy';
import { fail, informational, informWhere, type Location, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { almostClause, almostRecords } from '../../derive/mail/almost-record.ts';
import { hasNoMail } from '../../../evidence/mail-auth/role.ts';
import { maillessFix, type MailFacts, ownDmarcTexts, unanswered } from '../../derive/mail/facts.ts';
import { effectOfFaults } from '../../derive/mail/written-policies.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailRecords } from '../../derive/subjects/mail-records.ts';
import { withOddCharacter } from '../../../evidence/words/odd-character.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

const reproduce = ({ domain }: MailFacts): string | null => digLine('TXT', `_dmarc.${domain}`);

const atOwn = ({ domain }: MailFacts): Location => recordsAt(domain, 'TXT', `_dmarc.${domain}`);

const walkLines = ({ mail }: MailFacts): string[] =>
  mail.dmarc.walk.flatMap(({ answer }) =>
    answer.status === 'answer'
      ? answer.texts.map((text) => shorten(textRecord(answer.name, text), 600))
      : [`; ${answer.name}. TXT: ${answer.status.toUpperCase()}`],
  );

/** The answer that stopped the tree walk early; null where it completed. */
const gapIn = ({ mail, dmarc }: MailFacts) =>
  dmarc.complete ? null : (mail.dmarc.walk.find(({ answer }) => answer.status === 'failed')?.answer ?? null);

export const dmarcMissing = checkOf(mailRecords, {
  id: 'dmarc-missing',
  at: atOwn,
  title: 'The domain has a DMARC record',
  finding: 'Missing DMARC record',
  weakness: { cvss: 'brandSpoofing', cwe: [290] },
  shows: (facts) => [walkLines(facts), reproduce(facts)],
  judge: (facts) => {
    const { dmarc, domain } = facts;
    if (dmarc.record !== null) return pass(`DMARC record at _dmarc.${dmarc.policyDomain ?? domain}`);
    if (ownDmarcTexts(facts).length > 1)
      return notApplicable('There are several DMARC records; dmarc-multiple covers them');
    const gap = gapIn(facts);
    if (gap !== null) return unanswered(gap);
    const said = `Neither ${domain} nor a domain above it has a DMARC record, so anybody can send mail in its name and most receivers deliver it. Expected: a TXT record at _dmarc.${domain}`;
    return hasNoMail(facts.role)
      ? {
          description: `${said}, "v=DMARC1; p=reject" at once: there is no own mail to watch first.`,
          fixOf: maillessFix,
        }
      : `${said} that begins with "v=DMARC1; p=".`;
  },
});

export const dmarcMultiple = checkOf(mailRecords, {
  id: 'dmarc-multiple',
  at: atOwn,
  title: 'There is only one DMARC record',
  finding: 'Multiple DMARC records',
  weakness: { cvss: 'brandSpoofing', cwe: [290] },
  shows: (facts) => [
    ownDmarcTexts(facts).map((text) => shorten(textRecord(`_dmarc.${facts.domain}`, text), 600)),
    reproduce(facts),
  ],
  judge: (facts) => {
    const texts = ownDmarcTexts(facts);
    const own = facts.mail.dmarc.walk[0]?.answer;
    if (own?.status === 'failed') return unanswered(own);
    if (texts.length === 0) return notApplicable('There is no DMARC record at the domain');
    if (texts.length === 1) return pass('There is one DMARC record');
    const { policyDomain, policies } = facts.dmarc;
    // RFC 7489 section 6.6.3 ends the search here; RFC 9989 section 4.10 continues with the parent domain.
    const above =
      policies === null
        ? ''
        : ` Receivers of RFC 9989 take the policy of ${policyDomain ?? ''} (${policies.domain}) instead, those of RFC 7489 none.`;
    return `_dmarc.${facts.domain} has ${texts.length} DMARC records, so receivers use none of them.${above} Expected: one record.`;
  },
});

const clauseOf = (problem: DmarcProblem): string | null => {
  switch (problem.code) {
    case 'tag-malformed':
      return `"${shorten(problem.text, 60)}" is no tag${withOddCharacter(problem.text)}`;
    case 'tag-repeated':
      return `${problem.tag} is repeated`;
    case 'value-empty':
      return `${problem.tag} is empty`;
    case 'value-invalid':
      return `${problem.tag}=${shorten(problem.value, 60)} is no valid value${withOddCharacter(problem.value)}`;
    default:
      return null;
  }
};

export const dmarcSyntax = checkOf(mailRecords, {
  id: 'dmarc-syntax',
  at: atOwn,
  title: 'The DMARC record follows the grammar',
  finding: 'DMARC syntax error',
  weakness: { cvss: 'brandSpoofing', cwe: [290] },
  judge: (facts) => {
    const own = facts.mail.dmarc.walk[0]?.answer;
    if (own === undefined || own.status === 'failed')
      return own === undefined ? notApplicable('No name was asked') : unanswered(own);
    const almost = almostRecords(own.texts, 'DMARC1', isDmarc);
    const [text] = ownDmarcTexts(facts);
    const parsed = text === undefined ? null : parseDmarc(text);
    const clauses = parsed?.problems.flatMap((problem) => clauseOf(problem) ?? []) ?? [];
    const isVoid = parsed !== null && policiesOf(parsed, 'own') === null;
    if (isVoid && parsed.record.p === null && clauses.length === 0)
      clauses.push('p is missing, and nobody gets reports');
    const wrong = [...clauses, ...almost.map((line) => almostClause(line, 'DMARC1'))];
    const isRead = parsed !== null && !isVoid;
    const effect = isRead ? effectOfFaults(parsed) : 'Receivers ignore the record.';
    const draft = {
      description: `${listed(wrong)}. ${effect} Expected: "v=DMARC1; p=reject; rua=mailto:…".`,
      evidence: [
        [...almost, ...(text === undefined ? [] : [text])].map((line) =>
          shorten(textRecord(`_dmarc.${facts.domain}`, line), 1_000),
        ),
        reproduce(facts),
      ],
    };
    // An extra text beside the record in force changes nothing.
    if (isRead && clauses.length === 0 && almost.length > 0) return informational(draft);
    if (wrong.length > 0) return fail({ ...draft, ...(isRead && { cvss: 'spoofingMargin' as const }) });
    if (parsed?.record.psd === 'y' && registrableDomainOf(facts.domain) !== null)
      return informational({
        ...draft,
        description: `psd=y says that ${facts.domain} is a public suffix, which it is not. Receivers take each name directly below it for an organizational domain of its own (RFC 9989 section 4.10.2), so mail in the name of ${facts.domain} that a subdomain signs or sends does not align. Expected: no psd tag.`,
      });
    return parsed === null
      ? notApplicable('There is no DMARC record at the domain')
      : pass('The record follows the grammar');
  },
});

/** Answers of a wildcard to every name, as seen at a random name; dns-wildcard-mx-txt reports it. */
const wildcardTexts = ({ mail }: MailFacts): ReadonlySet<string> => new Set(mail.dkim.control.answer.texts);

/** Informs only: a record in the wrong place protects as little as none, and spf-missing and dmarc-missing carry that penalty. */
export const dmarcWrongPlace = checkOf(mailRecords, {
  id: 'dmarc-wrong-place',
  title: 'SPF and DMARC records are at their names',
  finding: 'SPF or DMARC record at the wrong name',
  judge: (facts) => {
    const { domain, mail } = facts;
    const [own] = mail.dmarc.walk;
    const atDmarc = own?.answer.texts ?? [];
    const wild = wildcardTexts(facts);
    const misplaced = [
      ...mail.spf.answer.texts
        .filter(isDmarc)
        .map((text) => ({ name: domain, text, right: `_dmarc.${domain}`, isThere: atDmarc.some(isDmarc) })),
      ...atDmarc
        .filter((text) => isSpf(text) && !wild.has(text))
        .map((text) => ({ name: `_dmarc.${domain}`, text, right: domain, isThere: facts.spfTexts.length > 0 })),
    ];
    const silent = [mail.spf.answer, own?.answer].find((answer) => answer?.status === 'failed');
    if (misplaced.length === 0 && silent !== undefined) return unanswered(silent);
    if (mail.spf.answer.texts.length + (own?.answer.texts.length ?? 0) === 0)
      return notApplicable('There are no TXT records');
    return informWhere(misplaced, 'No record is at the wrong name', ({ name, text, right, isThere }) => ({
      location: recordsAt(domain, 'TXT', name),
      subject: name,
      description: `${name} has a record that receivers look for at ${right}. Expected: ${isThere ? 'the record deleted; there is one at the right name already' : 'the record moved there'}.`,
      evidence: [shorten(textRecord(name, text), 600), digLine('TXT', name)],
    }));
  },
});
