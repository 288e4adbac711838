import { isDmarc } from '@perimeter/protocols/dmarc/record';
import { allowsNobody, hasNoMail } from '../../../evidence/mail-auth/role.ts';
import { failWhere, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { lostRecord, lostReports } from '../../derive/mail/lost-reports.ts';
import { isUnregistered, judgeRegistration } from '../../derive/mail/registration.ts';
import { registryOf } from '../../derive/mail/written-policies.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { dmarcInForce, mailRecords, recordLine } from '../../derive/subjects/mail-records.ts';
import { roleUnknown, unanswered } from '../../derive/mail/facts.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

/** Report addresses as written in the record, each once: one may lead to several destinations. */
const textsOf = (uris: readonly { text: string }[]): string[] => [...new Set(uris.map(({ text }) => text))];

export const dmarcNoRua = checkOf(dmarcInForce, {
  id: 'dmarc-no-rua',
  title: 'DMARC asks for aggregate reports',
  finding: 'DMARC without aggregate reports (rua)',
  weakness: { cvss: 'resilience', cwe: [778] },
  judge: (records) => {
    if (hasNoMail(records.role)) return notApplicable('The domain has no mail to report on');
    if (records.dmarc.record.record.rua.length > 0) return pass('The record has rua');
    const { domain, subdomains } = records.dmarc.policies;
    if (allowsNobody(records.mail.spf.tree) && domain === 'reject' && subdomains === 'reject')
      return notApplicable('The domain sends no mail to report on: SPF allows nobody (-all), and the policy is reject');
    return `Nobody sees who sends mail in the name of the domain, and own mail that fails goes unnoticed. Expected: ${registryOf(records) === null ? '' : `a record of its own at _dmarc.${records.domain}, with `}rua=mailto: with an address that is read.`;
  },
});

export const dmarcRuaInvalid = checkOf(dmarcInForce, {
  id: 'dmarc-rua-invalid',
  title: 'DMARC reports go to a valid address',
  finding: 'Invalid DMARC report address',
  weakness: { cvss: 'resilience', cwe: [778] },
  judge: (records) => {
    const { rua } = records.dmarc.record.record;
    if (rua.length === 0) return notApplicable('The record has no rua');
    const registry = registryOf(records);
    if (registry !== null) return notApplicable(`The record in force is that of ${registry}, above the domain`);
    const wrong = lostReports(records.mail, rua);
    if (wrong.length > 0)
      return `${listed(wrong)}, so reports are lost. Expected: mailto: with an address that takes mail.`;
    const silent = records.mail.destinations.find(({ tag, route }) => tag === 'rua' && route?.status === 'failed');
    return silent === undefined || silent.route === null
      ? pass(`Reports go to ${listed(textsOf(rua))}`)
      : roleUnknown(silent.host, silent.route);
  },
});

export const dmarcRuaUnauthorised = checkOf(dmarcInForce, {
  id: 'dmarc-rua-unauthorised',
  title: 'External report addresses authorize DMARC reports',
  finding: 'External DMARC report address without authorization',
  weakness: { cvss: 'resilience', cwe: [778] },
  judge: (records) => {
    const external = records.mail.destinations.flatMap(({ tag, uri, host, external: isExternal, authorisation }) =>
      isExternal && tag !== 'tls' && authorisation !== null && !isUnregistered(records.mail, host)
        ? [{ uri, host, authorisation }]
        : [],
    );
    if (external.length === 0) return notApplicable('No report goes to another organization');
    const refused = external.filter(
      ({ authorisation }) => authorisation.status !== 'failed' && !authorisation.texts.some(isDmarc),
    );
    const silent = external.find(({ authorisation }) => authorisation.status === 'failed');
    if (refused.length === 0 && silent !== undefined) return unanswered(silent.authorisation);
    return failWhere(
      refused,
      `Authorized: ${listed(external.map(({ host }) => host))}`,
      ({ uri, host, authorisation }) => ({
        subject: uri.includes(host) ? uri : `${uri} ${host}`,
        description: `${host} belongs to another organization and does not authorize reports on ${records.domain}, so senders of reports skip ${shorten(uri, 100)}. Expected: "v=DMARC1" at ${authorisation.name}.`,
        evidence: [
          recordLine(records),
          `${authorisation.name}. TXT: ${authorisation.status}`,
          digLine('TXT', authorisation.name),
        ],
      }),
    );
  },
});

export const mailReportUnregistered = checkOf(mailRecords, {
  id: 'mail-report-unregistered',
  title: 'Reports about mail go to registered domains',
  finding: 'Mail reports go to an unregistered domain',
  weakness: { cvss: 'internalDataRead', cwe: [350] },
  judge: (facts) => {
    const judged = judgeRegistration(facts, 'report', (domain, name) => {
      const lost = lostRecord(facts.mail, name);
      if (lost !== undefined)
        return {
          subject: domain,
          description: `${lost.name} is an alias of ${name}, and ${domain} seems to be unregistered. Anyone who registers it writes the record: which policy receivers apply to mail of ${facts.domain}, and who gets the reports. Expected: delete the alias.`,
          evidence: [`${lost.name}. CNAME ${name}`, digLine('CNAME', lost.name)],
          location: recordsAt(facts.domain, 'CNAME', lost.name),
        };
      const uris = facts.mail.destinations.filter(({ host }) => host === name);
      const isTls = uris[0]?.tag === 'tls';
      const at = isTls ? `_smtp._tls.${facts.domain}` : `_dmarc.${facts.dmarc.policyDomain ?? facts.domain}`;
      return {
        subject: domain,
        description: `Reports about the mail of ${facts.domain} go to ${name}, and ${domain} seems to be unregistered. Anyone who registers it reads who sends mail for the domain. Expected: remove the address.`,
        evidence: [
          uris.map(({ tag, uri }) => shorten(`${tag === 'tls' ? 'TLS-RPT rua' : tag}: ${uri}`, 400)),
          digLine('TXT', at),
        ],
        location: recordsAt(facts.domain, 'TXT', at),
      };
    });
    if (judged !== null) return judged;
    const walked = facts.dmarc.complete ? [] : facts.mail.dmarc.walk.map(({ answer }) => answer);
    const silent = [facts.mail.tlsRpt, ...walked].find(({ status }) => status === 'failed');
    if (silent !== undefined) return unanswered(silent);
    const lost = facts.mail.destinations.find(({ route }) => route?.status === 'failed');
    if (lost !== undefined && lost.route !== null) return roleUnknown(lost.host, lost.route);
    if (facts.mail.destinations.length > 0) return pass('Every report address is of a registered domain');
    return notApplicable('No reports are asked for');
  },
});

export const dmarcRufPrivacy = checkOf(dmarcInForce, {
  id: 'dmarc-ruf-privacy',
  title: 'DMARC asks for no failure reports',
  finding: 'DMARC failure reports may disclose message contents (ruf)',
  judge: ({ dmarc }) => {
    const written = dmarc.record.record.ruf;
    const ruf = written.filter(({ host }) => host !== null);
    if (ruf.length === 0)
      return pass(written.length === 0 ? 'The record has no ruf' : 'The ruf of the record has no address');
    return `Failure reports go to ${listed(textsOf(ruf))}. They may contain addresses, subjects and text of messages; few receivers send them.`;
  },
});

export const dmarcRemovedTags = checkOf(dmarcInForce, {
  id: 'dmarc-removed-tags',
  title: 'The DMARC record has only current tags',
  finding: 'DMARC record has tags that RFC 9989 removed',
  judge: (records) => {
    const old = records.dmarc.record.problems.flatMap((problem) =>
      problem.code === 'tag-removed'
        ? [problem.tag]
        : problem.code === 'uri-size-removed'
          ? ['a size limit behind an address']
          : [],
    );
    if (old.length === 0) return pass('All tags are of RFC 9989');
    return `The record has ${listed(old)}, which RFC 9989 no longer knows. Newer receivers ignore it; it can go.`;
  },
});
