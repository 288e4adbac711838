import type { Message } from '@perimeter/protocols/dns/message';
import { canonicalName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import type { ZoneEvidence, ZoneReferral } from '../../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../../net/authoritative/question.ts';
import { canonicalAddress } from '../../../net/guard/guard.ts';

type ParentServer = NonNullable<ZoneEvidence['parent']>['servers'][number];
type Disagreement = NonNullable<ZoneEvidence['parent']>['disagreements'][number];

const [ns, soa, ds, nsec, nsec3] = [
  typeCode('NS'),
  typeCode('SOA'),
  typeCode('DS'),
  typeCode('NSEC'),
  typeCode('NSEC3'),
];

const ownerOf = ({ name }: ResourceRecord): string => canonicalName(name);

/** The name that a message delegates towards the queried one; null: none. */
export function delegatedIn({ authorities }: Message, parent: string, asked: string): string | null {
  const owners = authorities.filter(({ type }) => type === ns).map(ownerOf);
  return owners.find((owner) => owner !== parent && isAtOrBelow(owner, parent) && isAtOrBelow(asked, owner)) ?? null;
}

/** The meaning of a parent server's answer about the queried name. */
export function sayingOf(answer: DirectAnswer, parent: string, asked: string): ParentServer['says'] {
  if (!answer.ok || !answer.reply.readable) return 'none';
  const { message } = answer.reply;
  const { authoritative } = message.flags;
  if (message.responseCode === 3) return authoritative ? 'missing' : 'lame';
  if (message.responseCode !== 0) return 'lame';
  if (!authoritative) return delegatedIn(message, parent, asked) === null ? 'lame' : 'referral';
  if (message.answers.some((record) => record.type === ns && ownerOf(record) !== parent)) return 'answer';
  // Some servers set AA in referrals, although they must not.
  if (delegatedIn(message, parent, asked) !== null) return 'referral';
  const zone = message.authorities.find(({ type }) => type === soa);
  return zone === undefined || ownerOf(zone) === parent ? 'undelegated' : 'answer';
}

const target = ({ type, rdata }: ResourceRecord): string => canonicalName(printRdata(type, rdata));

/** Addresses that the parent may provide: of names at or below it (in bailiwick). */
function glueIn({ additionals }: Message, names: readonly string[], parent: string): ZoneReferral['glue'] {
  return additionals.flatMap((record) => {
    const isAddress = record.type === typeCode('A') || record.type === typeCode('AAAA');
    const name = ownerOf(record);
    if (!isAddress || !names.includes(name) || !isAtOrBelow(name, parent)) return [];
    const address = canonicalAddress(printRdata(record.type, record.rdata));
    return address === null ? [] : [{ name, address }];
  });
}

const placeOf = ({ name, address }: ZoneReferral['glue'][number]): string => `${name} ${address}`;

/** The delegation in a referral. */
export function referralIn(message: Message, parent: string, zone: string): ZoneReferral {
  const at = (type: number): ResourceRecord[] =>
    message.authorities.filter((record) => record.type === type && ownerOf(record) === zone);
  const names = [...new Set(at(ns).map(target))].toSorted();
  const has = (type: number): boolean => message.authorities.some((record) => record.type === type);
  return {
    ns: names,
    glue: glueIn(message, names, parent).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
    ds: at(ds).map((record) => ({
      name: zone,
      type: typeName(record.type),
      ttl: record.ttl,
      data: printRdata(record.type, record.rdata),
    })),
    dsDenial: has(nsec) ? 'nsec' : has(nsec3) ? 'nsec3' : 'none',
  };
}

const textOf = {
  ns: ({ ns: names }: ZoneReferral): string => names.join(),
  glue: ({ glue }: ZoneReferral): string => glue.map(placeOf).join(),
  ds: ({ ds: records }: ZoneReferral): string =>
    records
      .map(({ data }) => data)
      .toSorted()
      .join(),
} as const;

/** Disagreements between the parent's servers. */
export function disagreementsOf(
  referrals: readonly ZoneReferral[],
  says: readonly ParentServer['says'][],
): Disagreement[] {
  const parts = (['ns', 'glue', 'ds'] as const).filter((part) => new Set(referrals.map(textOf[part])).size > 1);
  const isDenied = says.some((one) => one === 'missing' || one === 'undelegated');
  const isThere = says.some((one) => one === 'referral' || one === 'answer');
  return isDenied && isThere ? [...parts, 'existence'] : parts;
}

const unique = <T>(items: readonly T[], key: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

/** The combined referrals of the parent's servers; DS records only of the first. */
export function mergedReferral(referrals: readonly ZoneReferral[]): ZoneReferral {
  const [first] = referrals;
  return {
    ns: [...new Set(referrals.flatMap(({ ns: names }) => names))].toSorted(),
    glue: unique(
      referrals.flatMap(({ glue }) => glue),
      placeOf,
    ),
    ds: first?.ds ?? [],
    dsDenial: first?.dsDenial ?? 'none',
  };
}
