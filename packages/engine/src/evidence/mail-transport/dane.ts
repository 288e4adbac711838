import { lookupBy, type Why, whyAs, whyBy } from '../causes/cause.ts';
import { securityCauses } from '../causes/security-causes.data.ts';
import { reasonTexts } from '../dnssec/reason-texts.data.ts';
import type { MailHost, TlsaAnswer, TlsaRecord } from './host.ts';
import type { MailTransportEvidence } from './schema.ts';
import { outcomesAt } from './vouched.ts';

/** What senders that follow DANE make of a mail server (RFC 7672 section 2.2). */
export type HostDane =
  | { state: 'unsigned' } // MX or addresses are not signed: DANE does not apply
  | ({ state: 'unknown' } & Why) // whether they are signed could not be determined
  | { state: 'failed'; answer: TlsaAnswer } // the question for TLSA fails: senders hold the mail
  | { state: 'none'; name: string } // proved to have no records
  | { state: 'records'; answer: TlsaAnswer; usable: TlsaRecord[] };

const unknown = (why: Why): HostDane => ({ state: 'unknown', ...why });

const unsettled = ({ security }: { security: string }): boolean => security === 'indeterminate' || security === 'bogus';

/** Failures of our own, or of the resolver alone, which say nothing about the name servers. */
const ours: ReadonlySet<string> = new Set(['budget', 'cancelled', 'unreachable', 'blocked']);
const isOurs = (failure: NonNullable<TlsaAnswer['failure']>): boolean =>
  ours.has(failure.reason) || failure.gap === 'resolver-contradicted';

/** Reads the TLSA answers of a host in the order in which senders look. */
export function daneOf({ mx }: Pick<MailTransportEvidence, 'mx'>, host: MailHost): HostDane {
  const weak = [mx, host].find(unsettled);
  if (weak !== undefined) return unknown(whyBy('mail-servers-not-validated', { security: weak.security }));
  const isSigned = host.security === 'secure' || host.aliasSecurity === 'secure';
  if (mx.security !== 'secure' || !isSigned) return { state: 'unsigned' };
  // Of a question that fails, senders do not see whether the zone is signed there, and hold the mail (RFC 7672 section 2.1.2).
  const signed = host.tlsa.filter(({ security, status }) => security !== 'insecure' || status === 'failed');
  for (const answer of signed) {
    if (answer.status === 'failed' && answer.failure !== undefined && isOurs(answer.failure))
      return unknown(whyAs(lookupBy(answer.failure), 'tlsa-not-looked-up', { name: answer.name }));
    if (answer.status === 'failed' || answer.security === 'bogus') return { state: 'failed', answer };
    if (answer.security === 'indeterminate')
      return unknown(
        whyAs(securityCauses[answer.reason], 'zone-not-judged', {
          zone: `${answer.name} TLSA`,
          reason: reasonTexts[answer.reason],
        }),
      );
    if (answer.records.length > 0)
      return { state: 'records', answer, usable: answer.records.filter(({ unusable }) => unusable === null) };
  }
  const [first] = host.tlsa;
  return first === undefined ? unknown(whyBy('tlsa-unasked')) : { state: 'none', name: first.name };
}

/** True where a usable record vouches for what the address serves; with a leaf, for that chain. */
export const isProvedByDane = (dane: HostDane, address: string, leaf?: string): boolean =>
  dane.state === 'records' && outcomesAt(dane.usable, address, leaf).includes('match');

/** True where DANE holds on every mail server that was visited. */
export const isDaneEverywhere = (transport: MailTransportEvidence): boolean =>
  transport.hosts.length > 0 &&
  transport.hosts.every((host) => {
    const dane = daneOf(transport, host);
    const visited = host.addresses.filter(({ session }) => session.known);
    return visited.length > 0 && visited.every(({ address }) => isProvedByDane(dane, address));
  });

/** True where a mail server has records that senders use. */
export const usesDane = (transport: MailTransportEvidence): boolean =>
  transport.hosts.some((host) => {
    const dane = daneOf(transport, host);
    return dane.state === 'records' && dane.usable.length > 0;
  });

/** A record as a zone file has it. */
export const tlsaText = (name: string, { usage, selector, matchingType, data }: TlsaRecord): string =>
  `${name}. TLSA ${usage} ${selector} ${matchingType} ${data.slice(0, 140)}`;
