import { keysExist } from '../../../evidence/mail-auth/dkim-existence.ts';
import { fail, notApplicable, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import type { DkimSelector } from '../../../evidence/mail-auth/schema.ts';
import { parseDkimKey } from '@perimeter/protocols/dkim/key-record';
import { bothLines, digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { keysOf, selectorRecords, usableKeys } from '../../derive/mail/dkim.ts';
import { judgeRegistration } from '../../derive/mail/registration.ts';
import { type MailFacts, roleUnknown, unanswered } from '../../derive/mail/facts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailRecords, dkimFound } from '../../derive/subjects/mail-records.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

/**
 * Without MX it is unknown whether the listed senders send mail: the finding is potential and without penalty, so that
 * naming senders is not punished.
 */
function judgeAbsence({ domain, role, mail }: MailFacts): Verdict {
  const { name } = mail.dkim.domainkey.answer;
  return fail({
    description: `_domainkey.${domain} does not exist, so the domain has no DKIM key, and its mail cannot be verified once it has been forwarded. Expected: a key for each service that sends mail.`,
    evidence: [`; ${name}. TXT: NXDOMAIN`, digLine('TXT', name)],
    ...(role === 'mail' ? {} : { cvss: 'spoofingMargin' as const, confidence: 'potential' as const }),
  });
}

/** Why verifiers cannot use a selector without a usable key, in a clause. */
function uselessness(facts: MailFacts, selector: DkimSelector): string {
  const [one] = keysOf({ facts, selectors: [selector] });
  const why =
    selector.answer.texts.length === 0
      ? 'no record'
      : one === undefined
        ? 'not for mail'
        : one.parsed.record.publicKey.kind === 'revoked'
          ? 'revoked'
          : 'invalid';
  return `${selector.selector} (${why})`;
}

/** What a wildcard answers for every selector, and its effect on selectors without a record. */
function judgeWildcard(facts: MailFacts): Verdict {
  const { dkim } = facts.mail;
  const { answer } = dkim.control;
  const { texts, name } = answer;
  const [text = ''] = texts;
  const { record } = parseDkimKey(text);
  const every = { selector: '*', how: 'generic', answer, weakness: null } as const;
  const isKey = usableKeys({ facts, selectors: [every] }).length > 0;
  const said = `A wildcard answers for every selector (${shorten(textRecord(name, text), 200)})`;
  if (isKey) return pass(`${said} with one key`);
  const what =
    record.publicKey.kind === 'revoked' && /^\s*v\s*=\s*DKIM1/u.test(text)
      ? 'which revokes the keys of all that have no record of their own'
      : 'which is no DKIM key for mail';
  return openBy('dkim-wildcard', { wildcard: said, effect: what, count: dkim.asked.length });
}

export const dkimNone = checkOf(mailRecords, {
  id: 'dkim-none',
  at: ({ domain }) => recordsAt(domain, 'TXT', `_domainkey.${domain}`),
  title: 'A domain that sends mail has DKIM keys',
  finding: 'No DKIM keys',
  weakness: { cvss: 'partialSpoofing', cwe: [345] },
  judge: (facts) => {
    const { dkim } = facts.mail;
    if (facts.role === 'unknown') return roleUnknown(facts.domain, facts.mail.route, facts.mail.spf.answer);
    if (!facts.isSender && facts.role !== 'sends-only')
      return notApplicable(
        facts.role === 'mail'
          ? 'The domain sends no mail: its SPF record allows nobody (v=spf1 -all)'
          : 'The domain sends no mail',
      );
    const found = usableKeys({ facts, selectors: dkim.selectors });
    if (found.length > 0) return pass(`DKIM keys: ${listed(found.map(({ selector }) => selector.selector))}`);
    switch (keysExist(dkim)) {
      case 'none':
        return judgeAbsence(facts);
      case 'some':
        return dkim.selectors.length === 0
          ? openBy('dkim-elsewhere', { count: dkim.asked.length })
          : openBy('dkim-useless', { records: listed(dkim.selectors.map((one) => uselessness(facts, one))) });
      case 'wildcard':
        return judgeWildcard(facts);
      case 'unknown':
        return dkim.domainkey.answer.status === 'failed'
          ? unanswered(dkim.domainkey.answer)
          : openBy('dkim-names-undenied');
    }
  },
});

export const dkimSelectorDangling = checkOf(dkimFound, {
  id: 'dkim-selector-dangling',
  title: 'No DKIM selector is an alias of an unregistered domain',
  finding: 'DKIM selector points to an unregistered domain',
  weakness: { cvss: 'authenticForgery', cwe: [350] },
  judge: ({ facts, selectors }) => {
    const aliased = selectors.filter(({ answer }) => answer.aliases.length > 0);
    const judged = judgeRegistration(facts, 'dkim', (domain, name) => {
      const selector = aliased.find(({ answer }) => answer.aliases.includes(name));
      return {
        subject: selector?.selector ?? domain,
        description: `The selector ${selector?.selector ?? ''} is an alias of ${name}, and ${domain} seems to be unregistered. Anyone who registers it may sign mail in the name of ${facts.domain}. Expected: delete the alias.`,
        evidence: [
          selector === undefined ? name : selectorRecords(selector),
          bothLines(digLine('TXT', selector?.answer.name ?? name), digLine('NS', domain)),
        ],
      };
    });
    if (judged !== null) return judged;
    return aliased.length === 0
      ? notApplicable('No selector is an alias')
      : pass(`Aliases lead to registered domains: ${listed(aliased.map(({ selector }) => selector))}`);
  },
});
