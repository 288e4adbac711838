import { isSpf } from '@perimeter/protocols/spf/parse';
import { allowsNobody, isNullMx } from '../../../evidence/mail-auth/role.ts';
import { fail, failWhere, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, textRecord, recordsAt } from '../../../catalogue/dig.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailRecords } from '../../derive/subjects/mail-records.ts';
import { roleUnknown, unanswered } from '../../derive/mail/facts.ts';
import { withOddCharacter } from '../../../evidence/words/odd-character.ts';
import { counted, shorten } from '../../../evidence/words/text.ts';

const quoted = (name: string, texts: readonly string[]): string[] =>
  texts.map((text) => shorten(textRecord(name, text), 600));

export const spfMissing = checkOf(mailRecords, {
  id: 'spf-missing',
  title: 'A domain that receives mail has an SPF record',
  finding: 'Missing SPF record',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: (facts) => {
    const { answer } = facts.mail.spf;
    if (facts.role === 'unknown') return roleUnknown(facts.domain, facts.mail.route, facts.mail.spf.answer);
    if (facts.role !== 'mail') return notApplicable('The domain has no MX host; spf-mailless-open covers it');
    if (answer.status === 'failed') return unanswered(answer);
    if (facts.spfTexts.length > 0) return pass(`SPF: ${shorten(facts.spfTexts[0] ?? '', 200)}`);
    const hidden = answer.texts.filter((text) => /v=spf1/i.test(text));
    const [first] = hidden;
    const isInFront = hidden.some((text) => /^v=spf1/i.test(text));
    const close =
      first === undefined
        ? ''
        : ` A TXT value contains "v=spf1", but ${isInFront ? 'no space behind it' : 'not at its very beginning'}${withOddCharacter(first)}, so receivers ignore it.`;
    return fail({
      description: `${facts.domain} receives mail and has no SPF record, so receivers cannot tell its servers from others.${close} Expected: one TXT record that begins with "v=spf1".`,
      evidence: [
        `${facts.domain}. TXT: ${counted(answer.texts.length, 'record')}, no SPF record`,
        quoted(facts.domain, hidden),
      ],
    });
  },
});

export const spfMultiple = checkOf(mailRecords, {
  id: 'spf-multiple',
  title: 'There is only one SPF record',
  finding: 'Multiple SPF records',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: (facts) => {
    const { answer } = facts.mail.spf;
    if (answer.status === 'failed') return unanswered(answer);
    const { spfTexts, domain, role } = facts;
    if (spfTexts.length === 0) return notApplicable('There is no SPF record');
    if (spfTexts.length === 1) return pass('There is one SPF record');
    return fail({
      description: `${domain} has ${spfTexts.length} SPF records; receivers treat that as a permanent error and use none of them. Expected: one record with all senders.`,
      evidence: quoted(domain, spfTexts),
      ...(role === 'mail' ? {} : { cvss: 'spoofingMargin' }),
    });
  },
});

export const spfMaillessOpen = checkOf(mailRecords, {
  id: 'spf-mailless-open',
  title: 'A domain without mail allows no sender in SPF',
  finding: 'Domain without mail does not forbid senders in SPF',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (facts) => {
    const { role, domain, spfTexts, mail } = facts;
    if (role === 'unknown') return roleUnknown(facts.domain, facts.mail.route, facts.mail.spf.answer);
    if (mail.spf.answer.status === 'failed') return unanswered(mail.spf.answer);
    if (role === 'sends-only' && isNullMx(mail.route))
      return informational({
        description: `${domain} has a null MX, which says that it takes no mail, and its SPF record lets hosts send. Replies and bounces are lost, and receivers may refuse mail from such a domain. Expected: an MX record, or "v=spf1 -all".`,
        evidence: [`${domain}. MX 0 .`, quoted(domain, spfTexts), digLine('MX', domain)],
      });
    if (role === 'mail' || role === 'sends-only') return notApplicable('The domain receives or sends mail');
    if (spfTexts.length === 1 && allowsNobody(mail.spf.tree)) return pass('SPF allows no sender (-all)');
    const { policies, policyDomain, complete } = facts.dmarc;
    const silent = mail.dmarc.walk.find(({ answer }) => answer.status === 'failed');
    if (spfTexts.length === 0 && !complete && silent !== undefined) return unanswered(silent.answer);
    // Without SPF and keys nothing passes DMARC, and the parent's policy rejects all mail (RFC 9989 section 4.7).
    if (spfTexts.length === 0 && policyDomain !== domain && policies?.domain === 'reject')
      return informational({
        description: `${domain} has ${isNullMx(mail.route) ? 'a null MX and no SPF record' : 'neither MX nor SPF records'}. The DMARC policy of ${policyDomain ?? 'the domain above'} makes receivers reject mail in its name; "v=spf1 -all" would tell those without DMARC too.`,
        evidence: `${domain}. TXT: no SPF record`,
      });
    return fail({
      description: `${domain} has ${isNullMx(mail.route) ? 'a null MX' : 'no MX host'}, and ${spfTexts.length === 0 ? 'no SPF record says' : `its SPF ${spfTexts.length === 1 ? 'record does' : 'records do'} not say`} that it sends no mail. Expected: exactly "v=spf1 -all", with a null MX and DMARC p=reject.`,
      evidence: spfTexts.length === 0 ? `${domain}. TXT: no SPF record` : quoted(domain, spfTexts),
    });
  },
});

export const spfSubdomainGap = checkOf(mailRecords, {
  id: 'spf-subdomain-gap',
  title: 'Subdomains that receive mail have SPF records',
  finding: 'Subdomain with MX has no SPF record',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  mode: 'deep',
  judge: ({ mail }) => {
    const taking = mail.subdomains.filter(({ route }) => route.hosts.some(({ host }) => host !== ''));
    const silent = mail.subdomains.filter(({ route }) => route.status === 'failed');
    const unread = taking.find(({ spf }) => spf.status === 'failed');
    const open = taking.filter(({ spf }) => spf.status !== 'failed' && !spf.texts.some(isSpf));
    // A fault of one subdomain holds even if another is unknown.
    if (open.length === 0 && unread !== undefined) return unanswered(unread.spf);
    if (open.length === 0 && silent[0] !== undefined)
      return roleUnknown(silent[0].domain, silent[0].route, silent[0].spf);
    if (taking.length === 0) return notApplicable('None of the tested subdomains receives mail');
    return failWhere(
      open,
      `${counted(taking.length, 'subdomain')} with MX: each has an SPF record`,
      ({ domain, route }) => ({
        location: recordsAt(domain, 'TXT'),
        subject: domain,
        description: `${domain} receives mail and has no SPF record; that of the domain above does not cover it. Expected: an SPF record of its own.`,
        evidence: [`${domain}. MX ${route.hosts.map(({ host }) => host).join(', ')}`, digLine('TXT', domain)],
      }),
    );
  },
});
