import { createHash } from 'node:crypto';
import { toHex } from '@perimeter/protocols/bytes';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { z } from 'zod';
import type { tlsaFacts } from '../../evidence/certificates/schema.ts';
import type { DnsAnswer, Security } from '../../evidence/dns/schema.ts';
import { type Observed, seen, unobserved, netFailed } from '../../evidence/observed.ts';
import type { ProbeContext } from '../probe.ts';

type TlsaFacts = z.infer<typeof tlsaFacts>;
type TlsaRecord = Omit<TlsaFacts['records'][number], 'matches'>;

/** What a chain shows to be matched. */
export interface MatchedChain {
  address: string;
  serverName: string;
  leaf: ParsedCertificate;
  /** Served after the leaf. */
  others: readonly ParsedCertificate[];
  /** The best path, the root included where it leads to one. */
  reached: readonly ParsedCertificate[];
}

/** An answer with its security by our own validation. */
type SecuredAnswer = DnsAnswer & { security: Security };

/** Certificate usages (RFC 7218 section 2.1). */
const usages = { pkixTa: 0, pkixEe: 1, daneTa: 2, daneEe: 3 } as const;

const selected = ({ der, spki }: ParsedCertificate, selector: number): Uint8Array | null =>
  selector === 0 ? der : selector === 1 ? spki.der : null;

function associated(bytes: Uint8Array, matchingType: number): string | null {
  if (matchingType === 0) return toHex(bytes);
  const hash = matchingType === 1 ? 'sha256' : matchingType === 2 ? 'sha512' : null;
  return hash === null ? null : createHash(hash).update(bytes).digest('hex');
}

function subjectsOf(usage: number, { leaf, others, reached }: MatchedChain): readonly ParsedCertificate[] {
  if (usage === usages.pkixEe || usage === usages.daneEe) return [leaf];
  if (usage === usages.pkixTa) return reached.slice(1);
  return usage === usages.daneTa ? [...others, ...reached.slice(1)] : [];
}

/** True where a record vouches for a chain (RFC 6698 section 2.1); whether the chain is trusted besides is not asked here. */
export function matchesTlsa({ usage, selector, matchingType, data }: TlsaRecord, chain: MatchedChain): boolean {
  return subjectsOf(usage, chain).some((certificate) => {
    const bytes = selected(certificate, selector);
    return bytes !== null && associated(bytes, matchingType) === data;
  });
}

/** The fields of RDATA in presentation format (RFC 6698 section 2.2); null where it is in another form. */
export function readTlsa(data: string): TlsaRecord | null {
  const [, usage, selector, matchingType, hex = ''] = /^(\d+) (\d+) (\d+) ?([0-9a-f\s]*)$/i.exec(data) ?? [];
  if (usage === undefined) return null;
  return {
    usage: Number(usage),
    selector: Number(selector),
    matchingType: Number(matchingType),
    data: hex.replaceAll(/\s/g, '').toLowerCase(),
  };
}

function factsOf({ name, security, records }: SecuredAnswer, chains: readonly MatchedChain[]): TlsaFacts {
  return {
    name,
    authenticated: security === 'secure',
    security,
    records: records.flatMap(({ data }) => {
      const record = readTlsa(data);
      if (record === null) return [];
      const matches = chains.filter((chain) => matchesTlsa(record, chain)).map(({ address }) => address);
      return [{ ...record, matches: [...new Set(matches)] }];
    }),
  };
}

/** TLSA of a host's HTTPS, as it is answered (RFC 6698 section 3). */
export async function askTlsa({ resolver, signal, validator }: ProbeContext, host: string): Promise<SecuredAnswer> {
  const name = `_443._tcp.${host}`;
  const [answer, { security }] = await Promise.all([
    resolver.query(name, 'TLSA', { signal }),
    validator.validate(name, 'TLSA'),
  ]);
  return { ...answer, security };
}

/** TLSA of the hosts' HTTPS, those without records left out. */
export async function findTlsa(
  context: ProbeContext,
  hosts: readonly string[],
  chains: Promise<readonly MatchedChain[]>,
): Promise<Observed<TlsaFacts[]>> {
  const asked = hosts.map(async (host) => ({ host, answer: await askTlsa(context, host) }));
  const answers = await Promise.all(asked);
  const withRecords = answers.filter(({ answer }) => answer.records.length > 0);
  const failed = answers.find(({ answer: { status } }) => !['answer', 'nodata', 'nxdomain'].includes(status))?.answer;
  if (failed !== undefined && withRecords.length === 0) {
    return unobserved(failed.failure ?? netFailed('malformed', 'resolver-status', failed.status));
  }
  const served = await chains;
  return seen(
    withRecords.map(({ host, answer }) =>
      factsOf(
        answer,
        served.filter(({ serverName }) => serverName === host),
      ),
    ),
  );
}
