import { readTlsa } from '@perimeter/protocols/dns/tlsa';
import type { z } from 'zod';
import type { tlsaFacts } from '../../evidence/certificates/schema.ts';
import type { DnsAnswer, Security } from '../../evidence/dns/schema.ts';
import { type Observed, seen, unobserved, netFailed } from '../../evidence/observed.ts';
import { type MatchedChain, matchesTlsa } from '../../pki/dane/tlsa-match.ts';
import type { ProbeContext } from '../probe.ts';
import { ownerOf } from '../record-owners.data.ts';

type TlsaFacts = z.infer<typeof tlsaFacts>;

/** A chain with the place that serves it. */
export interface ServedPlace extends MatchedChain {
  address: string;
  serverName: string;
}

/** An answer with its security by our own validation. */
type SecuredAnswer = DnsAnswer & { security: Security };

function factsOf({ name, security, records }: SecuredAnswer, chains: readonly ServedPlace[]): TlsaFacts {
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

/** The TLSA answer for a host's HTTPS (RFC 6698 section 3). */
export async function askTlsa({ resolver, signal, validator }: ProbeContext, host: string): Promise<SecuredAnswer> {
  const name = ownerOf('webTlsa', host);
  const [answer, { security }] = await Promise.all([
    resolver.query(name, 'TLSA', { signal }),
    validator.validate(name, 'TLSA'),
  ]);
  return { ...answer, security };
}

/** TLSA of the hosts' HTTPS, without hosts that have no records. */
export async function findTlsa(
  context: ProbeContext,
  hosts: readonly string[],
  chains: Promise<readonly ServedPlace[]>,
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
