import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { isUsableForMail, readTlsa, type TlsaRecord as TlsaFields, tlsaUsages } from '@perimeter/protocols/dns/tlsa';
import { failureIn, statusOf } from '../../evidence/mail-auth/read-answer.ts';
import type { TlsaAnswer, TlsaRecord } from '../../evidence/mail-transport/host.ts';
import { judgeMailChain, type MailChain } from '../../pki/dane/mail-chain.ts';
import { withOwnFailures } from '../belief.ts';
import { settled } from '../disputed.ts';
import type { ProbeContext } from '../probe.ts';
import type { LocatedHost } from './addresses.ts';
import { ownerOf, recordOwners } from '../record-owners.data.ts';

/** A chain that an address served, with the names that it is for (RFC 7672 section 3.2.2). */
export interface ServedAt {
  address: string;
  /** SHA-256 of its first certificate. */
  leaf: string;
  chain: MailChain;
}

function unusableBecause(record: TlsaFields): TlsaRecord['unusable'] {
  if (isUsableForMail(record)) return null;
  if (record.usage !== tlsaUsages.daneTa && record.usage !== tlsaUsages.daneEe) return 'usage';
  if (record.selector > 1) return 'selector';
  return record.matchingType > 2 ? 'matching-type' : 'length';
}

const unreadable = (data: string): TlsaRecord => ({
  usage: 0,
  selector: 0,
  matchingType: 0,
  data: data.slice(0, 1_024),
  unusable: 'unreadable',
  matches: [],
});

/** Most records compared: a legitimate set is small, a hostile one would be compared with every chain. */
const mostRecords = 32;

function recordOf(data: string): TlsaRecord {
  const fields = readTlsa(data);
  return fields === null ? unreadable(data) : { ...fields, unusable: unusableBecause(fields), matches: [] };
}

async function askOne(context: ProbeContext, base: string): Promise<TlsaAnswer> {
  const { resolver, validator, signal } = context;
  const name = ownerOf('mailTlsa', base);
  const [answer, validated] = await Promise.all([
    resolver.query(name, 'TLSA', { signal }).then(async (asked) => withOwnFailures(context, asked)),
    validator.validate(name, 'TLSA'),
  ]);
  const { proof } = validated;
  const judged = await settled(context, validated);
  const effective = judged.security === validated.security ? validated.effective : judged;
  const records = answer.records.slice(0, mostRecords).map(({ data }) => recordOf(data));
  // A broken proof at the host or above is a fault of the whole zone, not of its TLSA records.
  const broken = proof.find((step) => step.security === 'bogus' && step.denial !== undefined)?.name;
  const zoneWide = broken !== undefined && isAtOrBelow(base, broken) ? { unprovedAt: broken } : {};
  return { name, status: statusOf(answer), ...effective, ...zoneWide, records, ...failureIn(answer) };
}

/**
 * TLSA of a mail host: below its last alias, then below its own name (RFC 7672 section 2.2.2). If the alias target is
 * not signed, only the own name counts. Without signatures senders do not query TLSA, and failures are irrelevant;
 * records in an unsigned zone are still looked up.
 */
export async function askTlsa(context: ProbeContext, host: LocatedHost): Promise<TlsaAnswer[]> {
  if (host.status !== 'exists') return [];
  const target = host.aliases.at(-1);
  const bases = host.security === 'secure' && target !== undefined ? [target, host.name] : [host.name];
  return Promise.all(bases.map((base) => askOne(context, base)));
}

/** The base name of the records is also valid in certificates (RFC 7672 section 3.1.2). */
const withBase = (chain: MailChain, { name }: TlsaAnswer): MailChain => ({
  ...chain,
  names: [...new Set([name.replace(`${recordOwners.mailTlsa.label}.`, ''), ...chain.names])],
});

/** Compares each usable record with each served chain of the host. */
export const matchAll = (answers: readonly TlsaAnswer[], served: readonly ServedAt[]): TlsaAnswer[] =>
  answers.map((answer) => ({
    ...answer,
    records: answer.records.map((record) =>
      record.unusable === null
        ? {
            ...record,
            matches: served.map((at) => ({
              address: at.address,
              leaf: at.leaf,
              outcome: judgeMailChain(record, withBase(at.chain, answer)),
            })),
          }
        : record,
    ),
  }));
