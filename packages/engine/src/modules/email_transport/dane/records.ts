import { registeredDomainOf } from '@perimeter/protocols/domain/name';
import { digLines } from '../../../catalogue/dig.ts';
import {
  fail,
  inconclusive,
  informational,
  notApplicable,
  pass,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import type { MailHost, TlsaRecord } from '../../../evidence/mail-transport/host.ts';
import { daneOf, type HostDane, tlsaText } from '../../../evidence/mail-transport/dane.ts';
import { isEnforcing } from '../../../evidence/mail-transport/sts.ts';
import { unusableTexts } from './unusable-texts.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailHosts, type Delivery } from '../../derive/subjects/mail-servers.ts';

const queryFails = notApplicable('The TLSA query fails');

const noRecords = notApplicable('There are no TLSA records');

const digTlsa = (name: string): string | null => digLines(['TLSA', name, '+dnssec']);

const unsigned = notApplicable('The zone of the mail server or of the domain is not signed, so DANE does not apply');

const unfound = openBy('mail-server-not-looked-up');

/** Judges a host to which DANE applies. */
const signedHost =
  (
    judge: (dane: Exclude<HostDane, { state: 'unsigned' | 'unknown' }>, delivery: Delivery, host: MailHost) => Verdict,
  ) =>
  ({ host, ...delivery }: Delivery & { host: MailHost }): Verdict => {
    if (host.status === 'failed') return unfound;
    if (host.status !== 'exists') return notApplicable('The mail server has no address');
    const dane = daneOf(delivery.transport, host);
    if (dane.state === 'unsigned') return unsigned;
    return dane.state === 'unknown' ? inconclusive(dane) : judge(dane, delivery, host);
  };

export const daneSmtpMissing = checkOf(mailHosts, {
  id: 'dane-smtp-missing',
  title: 'Signed mail servers have TLSA records (DANE)',
  finding: 'No TLSA record for a mail server in a signed zone (DANE)',
  weakness: { cvss: 'onPathPartial', cwe: [295] },
  judge: signedHost((dane, { transport }, host) => {
    if (dane.state === 'failed') return queryFails;
    if (dane.state === 'records') return pass(`${dane.answer.name} has TLSA records`);
    const draft = {
      description: `DNSSEC signs ${host.name}, but there is no TLSA record, so senders do not verify its certificate${isEnforcing(transport) ? ' unless they follow MTA-STS, which this domain enforces' : ' and an attacker on the path can remove STARTTLS'}. Expected: "3 1 1" with the digest of its key.`,
      evidence: [`${dane.name}. TLSA: none, proved by DNSSEC`, digTlsa(dane.name)],
    };
    return isEnforcing(transport) ? informational(draft) : fail(draft);
  }),
});

export const daneLookupFails = checkOf(mailHosts, {
  id: 'dane-lookup-fails',
  title: 'TLSA lookups of mail servers succeed',
  finding: 'TLSA lookup of a mail server fails',
  weakness: { cvss: 'serviceUnusable', cwe: [436] },
  judge: signedHost((dane, { registrableDomain }, host) => {
    if (dane.state !== 'failed') return pass('The TLSA query is answered');
    const { name, failure, security, reason, unprovedAt } = dane.answer;
    if (unprovedAt !== undefined && failure === undefined && registeredDomainOf(host.name) === registrableDomain)
      return notApplicable('The zone proves no absence, that of TLSA records included (separate check)');
    const why = failure === undefined ? `${security}: ${reasonTexts[reason]}` : failureText(failure);
    return fail({
      confidence: 'firm',
      description: `The addresses of ${host.name} are signed, but the TLSA query for it fails, so senders that follow DANE hold mail until they give up. Expected: records, or a signed denial.`,
      evidence: [`${name}. TLSA: ${why}`, digTlsa(name)],
    });
  }),
});

export const daneUnsigned = checkOf(mailHosts, {
  id: 'dane-unsigned',
  title: 'TLSA records of mail servers are signed',
  finding: 'TLSA records without DNSSEC are ignored (DANE)',
  weakness: { cvss: 'onPathPartial', cwe: [295] },
  judge: ({ host, domain, transport, registrableDomain }) => {
    const [answer] = host.tlsa.filter(({ records }) => records.length > 0);
    if (answer === undefined) return host.status === 'failed' ? unfound : noRecords;
    const dane = daneOf(transport, host);
    if (dane.state === 'unknown') return inconclusive(dane);
    if (dane.state === 'failed') return queryFails;
    if (dane.state !== 'unsigned' && answer.security === 'secure') return pass(`${answer.name} is signed`);
    // The records also serve the provider's other customers; whether this domain is signed has a separate check.
    if (registeredDomainOf(host.name) !== registrableDomain)
      return notApplicable('The mail server and its TLSA records belong to another organization');
    const isDomainSigned = transport.mx.security === 'secure';
    const where = isDomainSigned ? host.name : 'the MX records';
    const asked = isDomainSigned ? (['A', host.name, '+dnssec'] as const) : (['MX', domain, '+dnssec'] as const);
    const { reason } = isDomainSigned ? host : transport.mx;
    // Resolvers that still verify SHA-1 treat the zone as signed (RFC 9905).
    const effect =
      reason === 'unsupported-algorithm'
        ? `DNSSEC signs ${where} only with algorithms that many resolvers take for unsigned, so many senders ignore them`
        : `DNSSEC does not sign ${where}, so senders ignore them`;
    return fail({
      description: `There are TLSA records at ${answer.name}, but ${effect}. Expected: a signed zone with a DS record in its parent.`,
      evidence: [
        answer.records.slice(0, 8).map((record) => tlsaText(answer.name, record)),
        digLines(asked, ['TLSA', answer.name, '+dnssec']),
      ],
    });
  },
});

/** Usable, but discouraged by RFC 7672 section 3.1: a new certificate for the same key breaks it, or the record is long. */
const isUnwise = ({ selector, matchingType }: TlsaRecord): boolean => selector === 0 || matchingType === 0;

export const daneParameters = checkOf(mailHosts, {
  id: 'dane-parameters',
  title: 'TLSA records of mail servers can be used',
  finding: 'TLSA record that mail servers ignore',
  weakness: { cvss: 'onPathPartial', cwe: [295] },
  judge: signedHost((dane) => {
    if (dane.state !== 'records') return noRecords;
    const { name, records } = dane.answer;
    const lines = [records.slice(0, 8).map((record) => tlsaText(name, record)), digTlsa(name)];
    const ignored = records.find(({ unusable }) => unusable !== null);
    if (ignored !== undefined && ignored.unusable !== null)
      return fail({
        description: `${records.length === 1 ? 'The TLSA record' : `${records.filter(({ unusable }) => unusable !== null).length} of ${records.length} TLSA records`} at ${name} cannot be used for mail: ${unusableTexts[ignored.unusable]}. Expected: 3 1 1 or 2 1 1.`,
        evidence: lines,
      });
    if (!dane.usable.some(isUnwise)) return pass('All TLSA records have a digest of a key');
    return informational({
      description: `${name} has records of whole certificates or with whole data. They work, but break with every renewal or make answers large. "3 1 1" and "2 1 1" do not.`,
      evidence: lines,
    });
  }),
});
