import { isTlsRpt, parseTlsRpt } from '@perimeter/protocols/tls-rpt/record';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { informational, notApplicable, pass, softened } from '../../../catalogue/outcome.ts';
import { checkOf, narrow, onePlace, type Selected, type Subject } from '../../../catalogue/check-of.ts';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import { oneLabelHost } from '../../derive/mail/lost-reports.ts';
import { isDeaf, unanswered } from '../../derive/mail/facts.ts';
import { almostClause, almostRecords, quoteTexts } from '../../derive/mail/almost-record.ts';
import { isUnregistered } from '../../derive/mail/registration.ts';
import { tlsRptFaults } from '../../derive/mail/record-faults.data.ts';
import { usesDane } from '../../../evidence/mail-transport/dane.ts';
import { stsOf } from '../../../evidence/mail-transport/sts.ts';
import { type TransportEvidence, withoutServers } from '../../derive/mail/delivery.ts';
import type { Delivery } from '../../derive/subjects/mail-servers.ts';
import { listed, quotedFault, shorten } from '../../../evidence/words/text.ts';

interface Reports extends Delivery {
  texts: string[];
  /** Texts that resemble a record, which senders discard (RFC 8460 section 3). */
  almost: string[];
}

function select({ mailTransport, target }: TransportEvidence): Selected<Reports> {
  const silence = withoutServers(mailTransport);
  if (silence !== null) return silence;
  const { name, status, texts } = mailTransport.tlsRpt;
  if (status === 'failed') return unanswered(mailTransport.tlsRpt);
  const { domain, registrableDomain } = target;
  const reports = {
    domain,
    registrableDomain,
    transport: mailTransport,
    texts: texts.filter(isTlsRpt),
    almost: almostRecords(texts, 'TLSRPTv1;', isTlsRpt),
  };
  return onePlace(reports, recordsAt(domain, 'TXT', `_smtp._tls.${domain}`), digLine('TXT', name));
}

/** Reports cover MTA-STS and DANE; without either there is little to report. */
function isLittle({ transport }: Reports): boolean {
  const { texts, policy } = stsOf(transport);
  return (texts.length === 0 || policy?.mode === 'none') && !usesDane(transport);
}

/** The domain's TLS-RPT record. */
const tlsReports: Subject<keyof TransportEvidence, Reports> = { needs: ['mailTransport', 'target'], select };

const wantedReports: typeof tlsReports = {
  ...tlsReports,
  quote: ({ transport: { tlsRpt } }) => [
    `${tlsRpt.name}. TXT: ${tlsRpt.status}`,
    tlsRpt.texts.map((text) => shorten(text, 200)),
  ],
  weigh: (verdict, reports) => (isLittle(reports) ? softened(verdict) : verdict),
};

export const tlsrptMissing = checkOf(wantedReports, {
  id: 'tlsrpt-missing',
  title: 'Senders report TLS failures (TLS-RPT)',
  finding: 'No TLS-RPT record',
  weakness: { cvss: 'resilience', cwe: [778] },
  judge: ({ texts, almost }) =>
    texts.length > 0
      ? pass('There is a TLS-RPT record')
      : almost.length > 0
        ? notApplicable('A text resembles a record; tlsrpt-invalid covers it')
        : 'Senders do not report TLS failures, so mail that MTA-STS or DANE holds back goes unnoticed. Expected: "v=TLSRPTv1; rua=mailto:" with an address that is read.',
});

/** Hosts of report addresses that accept no mail; mail-report-unregistered reports those that anyone can register. */
const deafHosts = (mail: MailAuthEvidence): string[] =>
  mail.destinations.flatMap(({ tag, host, route }) =>
    tag === 'tls' && isDeaf(route) && !isUnregistered(mail, host) ? [host] : [],
  );

const sentReports = narrow(tlsReports, (reports, { mailAuth }) => ({ of: { ...reports, deaf: deafHosts(mailAuth) } }), {
  needs: ['mailAuth'],
  quote: quoteTexts,
});

export const tlsrptInvalid = checkOf(sentReports, {
  id: 'tlsrpt-invalid',
  title: 'The TLS-RPT record is valid',
  finding: 'Invalid TLS-RPT record',
  weakness: { cvss: 'resilience', cwe: [778] },
  judge: ({ texts, almost, deaf }) => {
    const [text, ...more] = texts;
    if (text === undefined && almost.length === 0) return notApplicable('There is no TLS-RPT record');
    if (more.length > 0) return `There are ${texts.length} TLS-RPT records, so senders use none. Expected: one.`;
    const { problems, destinations } = text === undefined ? { problems: [], destinations: [] } : parseTlsRpt(text);
    const isReached = destinations.some(({ host }) => host !== null && !deaf.includes(host));
    const wrong = [
      ...problems.map(({ code, text: part }) => oneLabelHost(part) ?? quotedFault(tlsRptFaults[code], part)),
      ...deaf.map((host) => `${host} takes no mail`),
    ];
    const stray = almost.map((line) => almostClause(line, 'TLSRPTv1;'));
    if (wrong.length === 0 && text !== undefined)
      return stray.length === 0
        ? pass('The record names where reports go')
        : informational({
            description: `Beside the valid record, senders ignore a text: ${listed(stray)}.`,
            evidence: almost.slice(0, 5).map((line) => shorten(line, 400)),
          });
    const isUsed = isReached && problems.every(({ code }) => code === 'rua-invalid');
    return `${isUsed ? 'Parts of the record are' : 'The record is'} invalid (${listed([...wrong, ...stray])}), so ${isUsed ? 'no report arrives there' : 'reports are lost'}. Expected: "v=TLSRPTv1; rua=" with mailto: or https: addresses.`;
  },
});
