import { createHash } from 'node:crypto';
import { compareBytes } from '../../../bytes.ts';
import { encodeName, isAtOrBelow, labelsOf } from '../../name.ts';
import { typeCode } from '../../types.ts';
import { ancestorOf, compareNames, wildcardOf } from '../canonical-order.ts';
import type { Nsec } from '../nsec.ts';
import type { HashName, Nsec3, Nsec3Parameters } from '../nsec3.ts';
import type { DenialQuestion } from '../verdict.ts';

/** A zone in short: each owner with its types, the apex among them. */
export interface TestZone {
  apex: string;
  owners: Readonly<Record<string, readonly string[]>>;
}

const codes = (types: readonly string[]): Set<number> => new Set(types.map(typeCode));
const isCutAt = (types: readonly string[] | undefined): boolean =>
  types !== undefined && ((types.includes('NS') && !types.includes('SOA')) || types.includes('DNAME'));

/** Owners that are not hidden below a delegation or a DNAME, in order. */
export function visibleOwners({ apex, owners }: TestZone): string[] {
  const cuts = Object.keys(owners).filter((name) => isCutAt(owners[name]));
  return Object.keys(owners)
    .filter((name) => isAtOrBelow(name, apex) && cuts.every((cut) => cut === name || !isAtOrBelow(name, cut)))
    .toSorted(compareNames);
}

/** The NSEC chain of a zone. */
export function nsecChain(zone: TestZone): Nsec[] {
  const names = visibleOwners(zone);
  return names.map((owner, index) => ({
    owner,
    next: names[index + 1] ?? zone.apex,
    types: codes([...(zone.owners[owner] ?? []), 'NSEC', 'RRSIG']),
  }));
}

/** RFC 5155 section 5, algorithm 1: SHA-1. */
export const hashName: HashName = (name, { iterations, salt }) => {
  const once = (octets: Uint8Array): Uint8Array => createHash('sha1').update(octets).update(salt).digest();
  let hash = once(encodeName(name));
  for (let round = 0; round < iterations; round++) hash = once(hash);
  return hash;
};

/** Names between the owners and the apex that own nothing themselves. */
function emptyNonTerminals({ apex, owners }: TestZone, names: readonly string[]): string[] {
  const depth = labelsOf(apex).length;
  const above = names.flatMap((name) =>
    Array.from({ length: Math.max(0, labelsOf(name).length - depth - 1) }, (_, n) => ancestorOf(name, depth + 1 + n)),
  );
  return [...new Set(above)].filter((name) => owners[name] === undefined);
}

/** The NSEC3 chain of a zone; with opt-out, delegations without DS have no record. */
export function nsec3Chain(zone: TestZone, parameters: Nsec3Parameters, optOut = false): Nsec3[] {
  const listed = visibleOwners(zone).filter((name) => {
    const types = zone.owners[name] ?? [];
    return !(optOut && types.includes('NS') && !types.includes('SOA') && !types.includes('DS'));
  });
  const hashed = [...listed, ...emptyNonTerminals(zone, listed)]
    .map((name) => ({ hash: hashName(name, parameters), types: codes(zone.owners[name] ?? []) }))
    .toSorted((a, b) => compareBytes(a.hash, b.hash));
  return hashed.map(({ hash, types }, index) => ({
    ...parameters,
    zone: zone.apex,
    hash,
    next: hashed[(index + 1) % hashed.length]?.hash ?? hash,
    optOut,
    types,
  }));
}

/** What an authoritative server of the zone would say. */
export type Truth = 'exists' | 'nodata' | 'nxdomain' | 'referral';

/** Answers by RFC 1034 section 4.3.2, without aliases. */
export function truthOf(zone: TestZone, { name, type }: DenialQuestion): Truth {
  const { owners, apex } = zone;
  const ds = typeCode('DS');
  const cut = Object.keys(owners).find(
    (owner) =>
      isCutAt(owners[owner]) &&
      isAtOrBelow(name, owner) &&
      !(owner === name && (type === ds || owners[owner]?.includes('DNAME'))),
  );
  if (cut !== undefined) return 'referral';
  const has = (types: readonly string[]): Truth =>
    codes(types).has(type) || types.includes('CNAME') ? 'exists' : 'nodata';
  const own = owners[name];
  if (own !== undefined) return has([...own, 'NSEC', 'RRSIG']);
  const visible = visibleOwners(zone);
  if (visible.some((owner) => isAtOrBelow(owner, name))) return 'nodata';
  for (let count = labelsOf(name).length - 1; count >= labelsOf(apex).length; count--) {
    const encloser = ancestorOf(name, count);
    if (!visible.some((owner) => isAtOrBelow(owner, encloser))) continue;
    const star = wildcardOf(encloser);
    const own = owners[star];
    if (own !== undefined) return has([...own, 'NSEC', 'RRSIG']);
    return visible.some((owner) => isAtOrBelow(owner, star)) ? 'nodata' : 'nxdomain';
  }
  return 'nxdomain';
}
