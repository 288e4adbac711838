import { coversMx, parseMtaStsPolicy } from '@perimeter/protocols/mta-sts/policy';
import { isMtaStsRecord, parseMtaStsRecord } from '@perimeter/protocols/mta-sts/record';
import type { UnknownBecause } from '../observed.ts';
import type { MailAddress, MailHost } from './host.ts';
import type { MailTransportEvidence } from './schema.ts';

/** What a sender meets at one address of a mail server, and what proves that it is the right one. */
export interface ServerFlow {
  address: string;
  tls: 'negotiated' | 'not-offered' | 'refused' | 'failed' | 'unknown';
  version: string | null;
  suite: number | null;
  /** Why TLS is unknown. */
  failure: UnknownBecause | null;
  proof: 'dane' | 'dane-mismatch' | 'mta-sts' | 'mta-sts-mismatch' | 'none' | 'unknown';
}

/** Patterns of the policy that senders enforce; null: none is enforced. */
export function enforcedPatterns({ mtaSts: { record, fetch } }: MailTransportEvidence): readonly string[] | null {
  const [text, ...more] = record.texts.filter(isMtaStsRecord);
  if (text === undefined || more.length > 0 || parseMtaStsRecord(text).problems.length > 0 || !fetch.known) return null;
  const { status, trusted, truncated, body } = fetch.value;
  if (status !== 200 || !trusted || truncated) return null;
  const { valid, policy } = parseMtaStsPolicy(body);
  return valid && policy.mode === 'enforce' ? policy.mx : null;
}

/** What TLSA records that senders use say of an address; null: there are none. */
function daneProof({ mx }: MailTransportEvidence, host: MailHost, address: string): ServerFlow['proof'] | null {
  if (mx.security !== 'secure' || host.security !== 'secure') return null;
  const answer = host.tlsa.find(({ security, records }) => security === 'secure' && records.length > 0);
  const usable = (answer?.records ?? []).filter(({ unusable }) => unusable === null);
  if (usable.length === 0) return null;
  return usable.some(({ matches }) => matches.some((one) => one.address === address && one.outcome === 'match'))
    ? 'dane'
    : 'dane-mismatch';
}

function stsProof(transport: MailTransportEvidence, host: MailHost, trusted: boolean): ServerFlow['proof'] {
  const patterns = enforcedPatterns(transport);
  if (patterns === null) return 'none';
  return trusted && patterns.some((pattern) => coversMx(pattern, host.name)) ? 'mta-sts' : 'mta-sts-mismatch';
}

function flowAt(transport: MailTransportEvidence, host: MailHost, { address, session }: MailAddress): ServerFlow {
  const unknown = { address, tls: 'unknown', version: null, suite: null, proof: 'unknown' } as const;
  if (!session.known) return { ...unknown, failure: session.failure };
  const { startTls } = session.value;
  if (!startTls.known) return { ...unknown, failure: startTls.failure };
  const { value } = startTls;
  const negotiated = value.outcome === 'negotiated';
  return {
    address,
    tls: value.outcome,
    version: negotiated ? value.version : null,
    suite: negotiated ? value.suite : null,
    failure: null,
    proof: daneProof(transport, host, address) ?? stsProof(transport, host, negotiated && value.verdict.trusted),
  };
}

/** One flow for each address of a mail server that was visited or tried. */
export const serverFlows = (transport: MailTransportEvidence, host: MailHost): ServerFlow[] =>
  host.addresses
    .filter(({ allowed, session }) => allowed && (session.known || session.failure.reason !== 'not-tested'))
    .map((address) => flowAt(transport, host, address));
