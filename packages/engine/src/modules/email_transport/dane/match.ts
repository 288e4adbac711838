import { digLines } from '../../../catalogue/dig.ts';
import {
  judgeSeen,
  fail,
  inconclusive,
  informational,
  notApplicable,
  pass,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import type { TlsaRecord } from '../../../evidence/mail-transport/host.ts';
import { outcomesAt, secondChain } from '../../../evidence/mail-transport/vouched.ts';
import { daneOf, isProvedByDane, tlsaText } from '../../../evidence/mail-transport/dane.ts';
import { servedLines } from '../derive/served.ts';
import { daneLine } from '../../../catalogue/reproduce-smtp.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailSessionsUnless, mailHosts, type MailPlace } from '../../derive/subjects/mail-servers.ts';
import { isForNow } from '../../derive/mail/delivery.ts';
import { counted } from '../../../evidence/words/text.ts';

const withoutRecords = notApplicable('There are no signed TLSA records');

const daneSessions = mailSessionsUnless((transport) =>
  transport.hosts.every((host) => !['records', 'unknown'].includes(daneOf(transport, host).state))
    ? withoutRecords
    : null,
);

/** The TLSA records that senders compare, or why there are none. */
function comparedAt({ transport, host }: MailPlace): { name: string; usable: TlsaRecord[] } | Verdict {
  const dane = daneOf(transport, host);
  if (dane.state === 'unknown') return inconclusive(dane);
  if (dane.state !== 'records') return withoutRecords;
  if (dane.usable.length === 0) return notApplicable('No TLSA record can be used, so senders do not verify the server');
  return { name: dane.answer.name, usable: dane.usable };
}

/** Why the records do not match the chain. */
function because(usable: readonly TlsaRecord[], address: string, leaf: string | undefined): string {
  const outcomes = outcomesAt(usable, address, leaf);
  if (outcomes.includes('name'))
    return 'The anchor of the TLSA record is on the path, but the certificate is for other names';
  return outcomes.includes('expired')
    ? 'The anchor of the TLSA record is on the path, but a certificate is outside of its dates'
    : usable.length === 1
      ? 'The usable TLSA record does not match the certificate'
      : `None of ${usable.length} usable TLSA records matches the certificate`;
}

export const daneMismatch = checkOf(daneSessions, {
  id: 'dane-mismatch',
  title: 'TLSA records match the certificates of mail servers',
  finding: 'TLSA record does not match the mail server (DANE)',
  weakness: { cvss: 'serviceUnusable', cwe: [295] },
  judge: (place) => {
    const compared = comparedAt(place);
    if ('outcome' in compared) return compared;
    const { name, usable } = compared;
    return judgeSeen(place.session.startTls, (tls) => {
      const isProved = (leaf: string | undefined): boolean =>
        isProvedByDane(daneOf(place.transport, place.host), place.address, leaf);
      const other = secondChain(place.session);
      const chains = tls.outcome === 'negotiated' ? [tls, ...(other === null ? [] : [other])] : [];
      const faulty = chains.find(({ chain }) => !isProved(chain[0]));
      if (chains.length > 0 && faulty === undefined) return pass(`A TLSA record at ${name} matches`);
      const what =
        faulty !== undefined
          ? `${because(usable, place.address, faulty.chain[0])}${faulty === other ? ` for ${other.keyKind} keys` : ''}`
          : `There are usable TLSA records, but TLS is ${tls.outcome === 'not-offered' ? 'not offered' : 'not negotiated'}`;
      if (isForNow(tls)) return openBy('starttls-for-now');
      if (tls.outcome === 'failed') return openBy('starttls-failed');
      const expected =
        tls.outcome === 'negotiated'
          ? 'a record for each certificate, published before the certificate is deployed'
          : 'STARTTLS, or no TLSA records';
      return fail({
        description: `${what}, so senders that follow DANE refuse to deliver to ${place.serverName}. Expected: ${expected}.`,
        evidence: [
          usable.slice(0, 8).map((record) => tlsaText(name, record)),
          faulty === undefined ? [] : servedLines(place.transport, faulty),
          daneLine(place, name),
        ],
      });
    });
  },
});

export const daneRollover = checkOf(mailHosts, {
  id: 'dane-rollover',
  title: 'TLSA records cover the next key',
  finding: 'Only one TLSA record, without one for the next key',
  judge: ({ host, transport }) => {
    const dane = daneOf(transport, host);
    if (dane.state === 'unknown') return inconclusive(dane);
    if (dane.state !== 'records' || dane.usable.length === 0) return notApplicable('There are no usable TLSA records');
    const { answer, usable } = dane;
    const [first] = usable;
    if (usable.length > 1 || first?.usage === 2) return pass(counted(usable.length, 'usable TLSA record'));
    return informational({
      description: `${answer.name} has one usable record. When the key changes, mail of senders that follow DANE is refused until the record is replaced everywhere. A second record for the next key, or "2 1 1" for the issuer, prevents that.`,
      evidence: [usable.map((record) => tlsaText(answer.name, record)), digLines(['TLSA', answer.name, '+dnssec'])],
    });
  },
});
