import { fail, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, textRecord } from '../../../catalogue/dig.ts';
import { spfFaults } from '../../derive/mail/record-faults.data.ts';
import { notesOn, termsOf } from '../../derive/mail/spf.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { spfInForce, spfTerms, mailRecords } from '../../derive/subjects/mail-records.ts';
import { unanswered } from '../../derive/mail/facts.ts';
import { oddCharacter } from '../../../evidence/words/odd-character.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

export const spfSyntax = checkOf(spfInForce, {
  id: 'spf-syntax',
  title: 'The SPF record follows the grammar',
  finding: 'SPF syntax error',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: ({ tree, text, facts }) => {
    if (tree.problem?.kind === 'syntax') {
      const wrong = tree.problem.problems.map(
        ({ code, term }) =>
          `${shorten(term, 60)} (${(code === 'not-ascii' ? oddCharacter(term) : null) ?? spfFaults[code]})`,
      );
      return `The SPF record has syntax errors: ${listed(wrong)}. Receivers treat that as a permanent error and use none of it. Expected: only terms of RFC 7208.`;
    }
    const said = notesOn(tree);
    if (said.length > 0)
      return informational({
        description: `${said.join('. ')}.`,
        evidence: shorten(textRecord(facts.domain, text), 2_000),
      });
    return pass('The record follows the grammar');
  },
});

/** RFC 9715: the largest UDP payload without fragments; RFC 1035 section 4.2.1: the limit of the oldest resolvers. */
const [safeOctets, oldOctets] = [1_232, 512];

export const spfSize = checkOf(spfInForce, {
  id: 'spf-size',
  title: 'The TXT records fit into one datagram',
  finding: 'TXT records exceed one datagram',
  weakness: { cvss: 'resilience', cwe: [400] },
  judge: ({ facts }) => {
    const { answerOctets } = facts.mail.spf;
    const sized = `The answer to TXT ${facts.domain} has ${answerOctets} bytes`;
    if (answerOctets >= safeOctets)
      return fail({
        description: `${sized}; from ${safeOctets} bytes on, resolvers have to ask again by TCP, and receivers that cannot treat SPF as a temporary error. Expected: fewer or shorter TXT records at the domain.`,
        evidence: `${facts.domain}. TXT: ${counted(facts.mail.spf.answer.texts.length, 'record')}, ${answerOctets} bytes`,
      });
    if (answerOctets > oldOctets)
      return informational({
        description: `${sized}. Resolvers without EDNS (${oldOctets} bytes) have to ask again by TCP.`,
        evidence: `${facts.domain}. TXT: ${counted(facts.mail.spf.answer.texts.length, 'record')}, ${answerOctets} bytes`,
      });
    return pass(sized);
  },
});

export const spfPtr = checkOf(spfTerms, {
  id: 'spf-ptr',
  title: 'SPF does not use ptr',
  finding: 'SPF uses the deprecated ptr mechanism',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: ({ tree }) => {
    const found = termsOf(tree).filter(({ term }) => term.kind === 'ptr');
    if (found.length === 0) return pass('No record uses ptr');
    return fail({
      description: `${listed(found.map(({ domain, term }) => `${term.text} in the record of ${domain}`))}: ptr is slow and unreliable, and anyone who controls the reverse DNS of an address passes. Expected: a, mx, ip4, ip6 or include.`,
      evidence: found.map(({ domain, term }) => shorten(`${domain}: ${term.text}`, 300)),
    });
  },
});

export const spfLegacyRecords = checkOf(mailRecords, {
  id: 'spf-legacy-records',
  title: 'No obsolete SPF records (type 99, Sender ID)',
  finding: 'Obsolete SPF records (type 99, Sender ID)',
  judge: ({ mail, domain }) => {
    const { legacy, answer } = mail.spf;
    if (legacy.status === 'failed') return unanswered(legacy);
    const senderId = answer.texts.filter((text) => /^spf2\.0\//i.test(text));
    if (legacy.texts.length + senderId.length === 0)
      return answer.texts.length === 0
        ? notApplicable('There are no TXT records')
        : pass('No record of type 99 and no Sender ID record');
    return informational({
      description: `${legacy.texts.length > 0 ? 'The domain has SPF records of type 99, which no receiver reads since RFC 7208' : 'The domain has a Sender ID record (spf2.0), which no receiver reads'}. Delete them, so that they cannot contradict the TXT record.`,
      evidence: [[...legacy.texts, ...senderId].map((text) => shorten(text, 400)), digLine('SPF', domain)],
    });
  },
});
