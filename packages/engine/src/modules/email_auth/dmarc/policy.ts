import type { DmarcPolicy } from '@perimeter/protocols/dmarc/record';
import { fail, informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { againstNone, isLowered, writtenPolicies } from '../../derive/mail/written-policies.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { dmarcInForce, recordLine } from '../../derive/subjects/mail-records.ts';
import { type DmarcRecords, maillessFix } from '../../derive/mail/facts.ts';
import { hasNoMail } from '../../../evidence/mail-auth/role.ts';

const asksNothing = notApplicable('The policy is none');

const strength: Readonly<Record<DmarcPolicy, number>> = { none: 0, quarantine: 1, reject: 2 };

const isOwn = ({ dmarc, domain }: DmarcRecords): boolean => dmarc.policyDomain === domain;

export const dmarcPolicyNone = checkOf(dmarcInForce, {
  id: 'dmarc-policy-none',
  title: 'DMARC is enforced',
  finding: 'DMARC policy is none',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: (records) => {
    const { policies } = records.dmarc;
    if (policies.domain !== 'none') return pass(`The policy for the domain is ${policies.domain}`);
    const { why, expected } = againstNone(records);
    const description = `The policy that receivers apply to ${records.domain} is none${why}: forged mail is delivered. Expected: ${expected}.`;
    return hasNoMail(records.role) ? { description, fixOf: maillessFix } : description;
  },
});

export const dmarcSubdomainWeak = checkOf(dmarcInForce, {
  id: 'dmarc-subdomain-weak',
  title: 'DMARC protects subdomains like the domain',
  finding: 'DMARC policy for subdomains is weaker',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: (records) => {
    const { policies } = records.dmarc;
    if (!isOwn(records)) return notApplicable('The policy comes from a domain above');
    if (policies.domain === 'none') return notApplicable('The policy for the domain is none already');
    if (strength[policies.subdomains] >= strength[policies.domain])
      return pass(`The policy for subdomains is ${policies.subdomains}`);
    const said = `The policy for subdomains is ${policies.subdomains}, that for the domain ${policies.domain}.`;
    // Quarantine for the whole domain has no penalty, so it has none below a stricter policy.
    return policies.subdomains === 'none'
      ? `${said} Forgers send from any subdomain${policies.missing === 'none' ? '' : ' that exists'}. Expected: no sp tag, or sp=${writtenPolicies(records).domain}${isLowered(records) ? '; and t=y removed once reports show no own mail that fails' : ''}.`
      : informational({
          description: `${said} Forged mail from subdomains goes to the spam folder, where people still find it. sp=${policies.domain} keeps it out.`,
          evidence: recordLine(records),
        });
  },
});

export const dmarcNpWeak = checkOf(dmarcInForce, {
  id: 'dmarc-np-weak',
  title: 'DMARC protects names that do not exist',
  finding: 'DMARC policy for names that do not exist is weaker (np)',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const { policies, record } = records.dmarc;
    const { np, sp, p } = record.record;
    if (np !== null && np !== 'none' && strength[np] >= strength[sp ?? p ?? 'none'])
      return policies.missing === 'none'
        ? notApplicable('No policy for names that do not exist is left under t=y')
        : pass(`np=${np}: the policy for names that do not exist is ${policies.missing}`);
    if (policies.domain === 'none' || policies.subdomains === 'none')
      return notApplicable('Subdomains are not protected by the policy anyway');
    if (np === null) return pass('There is no np tag, so names that do not exist take the policy for subdomains');
    if (policies.missing === 'none')
      return `np=${np}${record.record.testing ? ' under t=y' : ''}: mail from names that do not exist is treated more mildly than that of subdomains, and forgers may invent names. Expected: no np tag, or np=reject.`;
    return informational({
      description: `np=${np}: mail from names that do not exist goes to the spam folder, that of subdomains is rejected. Nothing genuine comes from such names, so np=reject costs nothing.`,
      evidence: recordLine(records),
    });
  },
});

/**
 * A record that is weakened, but nowhere below quarantine, which has no penalty: the finding is potential and has none
 * either, so that going back to quarantine never raises the score.
 */
const unpriced = (records: DmarcRecords, description: string): Verdict =>
  fail({ description, evidence: recordLine(records), confidence: 'potential' });

export const dmarcTesting = checkOf(dmarcInForce, {
  id: 'dmarc-testing',
  title: 'DMARC is not in testing mode',
  finding: 'DMARC policy is in testing mode (t=y)',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const { record, policies } = records.dmarc;
    if (!record.record.testing) return pass('The record has no t=y');
    if (policies.domain === 'none')
      return notApplicable('The policy that receivers apply is none; dmarc-policy-none covers it');
    return unpriced(
      records,
      `t=y lowers each policy by one step: forged mail goes to the spam folder instead of being rejected. Receivers of RFC 7489 ignore the tag. Expected: the tag removed once reports show no own mail that fails.`,
    );
  },
});

export const dmarcPctPartial = checkOf(dmarcInForce, {
  id: 'dmarc-pct-partial',
  title: 'DMARC applies to all mail',
  finding: 'DMARC applies to a part of the mail only (pct)',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const { record, policies } = records.dmarc;
    const { pct, p, sp } = record.record;
    if (policies.domain === 'none') return asksNothing;
    if (pct === null || pct === 100) return pass(pct === null ? 'There is no pct tag' : 'pct=100');
    const said = `pct=${pct}: receivers of RFC 7489 apply the policy to ${pct} % of forged mail`;
    const expected = 'newer ones ignore the tag. Expected: no pct tag; t=y is for tests.';
    // Mail outside of pct gets the next milder policy (RFC 7489 section 6.6.4).
    return p === 'reject' && (sp ?? p) === 'reject'
      ? unpriced(records, `${said} and send the rest to the spam folder; ${expected}`)
      : `${said}; ${expected}`;
  },
});

export const dmarcQuarantine = checkOf(dmarcInForce, {
  id: 'dmarc-quarantine',
  title: 'DMARC rejects forged mail',
  finding: 'DMARC policy is quarantine',
  judge: (records) => {
    const { policies } = records.dmarc;
    if (policies.domain === 'none') return asksNothing;
    if (policies.domain === 'reject') return pass('The policy is reject');
    return `Forged mail goes to the spam folder, where people still find it. ${isLowered(records) ? 'Without t=y the record rejects it' : `${isOwn(records) ? 'p' : 'A record of the domain with p'}=reject keeps it out`}.`;
  },
});

export const dmarcParkedWeak = checkOf(dmarcInForce, {
  id: 'dmarc-parked-weak',
  title: 'A domain without mail rejects all mail in its name',
  finding: 'Domain without mail does not use DMARC reject',
  judge: (records) => {
    const { policies } = records.dmarc;
    if (records.role === 'unknown') return notApplicable('Whether the domain has mail is unknown');
    if (records.role !== 'no-mail-declared')
      return notApplicable('The domain has mail, or does not say that it has none');
    if (policies.domain === 'reject' && policies.subdomains === 'reject') return pass('The policy is reject');
    const written = writtenPolicies(records);
    const step =
      written.domain === 'reject' && written.subdomains === 'reject' && isLowered(records)
        ? 'the record without t=y rejects all of it and'
        : 'p=reject';
    return `The domain has no mail that could fail by mistake, so ${step} costs nothing. Its policy is ${policies.domain}, for subdomains ${policies.subdomains}.`;
  },
});
