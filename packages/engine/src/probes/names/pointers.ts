import { aliasPatterns, isWildcardAnswer, isWildcardName, wildcardName } from '@perimeter/protocols/names/wildcard';
import { lookupFailed } from '../../evidence/dns/lookup.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { textAnswerOf } from '../../evidence/mail-auth/read-answer.ts';
import type { KnownName, NamesEvidence, Pointer, RandomAnswer } from '../../evidence/names/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { serviceOwners } from './caps.data.ts';
import { randomLabel } from './random-labels.ts';
import { resolveName } from './resolve.ts';
import { standIn } from './wildcards.ts';
import { ownerOf } from '../record-owners.data.ts';

/** Most hosts looked up from one record set. */
const maxTargets = 4;

/** The target name in MX and SRV data; empty: none (RFC 7505, RFC 2782). */
const targetIn = ({ data }: DnsAnswer['records'][number]): string[] => {
  const target = data.slice(data.lastIndexOf(' ') + 1).toLowerCase();
  return target === '' || target === '.' ? [] : [target.replace(/\.$/, '')];
};

interface Found {
  pointers: Pointer[];
  open: string[];
}

const nothing: Found = { pointers: [], open: [] };

/** Queries the records of a name; for a wildcard, of its random name. */
async function behindRecords(
  context: ProbeContext,
  kind: 'mx' | 'srv',
  name: string,
  asked: string = name,
): Promise<Found> {
  const answer = await context.resolver.query(asked, kind.toUpperCase(), { signal: context.signal });
  if (lookupFailed(answer)) return { pointers: [], open: [name] };
  const targets = [...new Set(answer.records.flatMap(targetIn))].slice(0, maxTargets);
  const pointers = targets.map(async (target): Promise<Pointer> => {
    const { status } = await resolveName(context, target);
    return { kind, name, target, status };
  });
  return { pointers: await Promise.all(pointers), open: [] };
}

/** Queries a service's records; those from a wildcard belong to the wildcard. */
async function behindService(context: ProbeContext, owner: string, base: string): Promise<Found> {
  const found = await behindRecords(context, 'srv', `${owner}.${base}`);
  if (found.pointers.length === 0) return found;
  const zones = [base, `${owner.slice(owner.indexOf('.') + 1)}.${base}`];
  const made = await Promise.all(
    zones.map(async (zone) => {
      const random = `${randomLabel(context.target, 'first')}.${zone}`;
      const { records } = await context.resolver.query(random, 'SRV', { signal: context.signal });
      return { name: wildcardName(zone), targets: records.flatMap(targetIn) };
    }),
  );
  const nameOf = ({ name, target }: Pointer): string =>
    made.find(({ targets }) => targets.includes(target))?.name ?? name;
  return { ...found, pointers: found.pointers.map((one) => ({ ...one, name: nameOf(one) })) };
}

/** Most TXT values kept per name, and bytes of each: an authorisation is one line. */
const [maxTexts, maxTextOctets] = [8, 1_024];

/** The records and aliases of the names that CAs query for validation (RFC 8555 section 8.4, BR 3.2.2.4.22). */
async function behindProof(
  context: ProbeContext,
  kind: 'acme' | 'persist',
  host: string,
  randoms: readonly RandomAnswer[],
): Promise<Found & { host: string; texts: string[] }> {
  const name = ownerOf(kind, host);
  const answer = await textsAt(context, name);
  const texts = textAnswerOf(answer)
    .texts.slice(0, maxTexts)
    .map((text) => text.slice(0, maxTextOctets));
  return { ...(await byWildcard(context, host, proofPointer(name, answer, randoms))), host, texts };
}

const textsAt = async ({ resolver, signal }: ProbeContext, name: string): Promise<DnsAnswer> =>
  resolver.query(name, 'TXT', { signal });

/** A dangling alias that every name below the host has belongs to the wildcard; zones of hosts were not queried for wildcards. */
async function byWildcard(context: ProbeContext, host: string, found: Found): Promise<Found> {
  const isNowhere = found.pointers.some(({ status }) => status === 'missing');
  if (!isNowhere) return found;
  const name = `${randomLabel(context.target, 'first')}.${host}`;
  const { cnames } = await textsAt(context, name);
  const last = aliasPatterns({ name, aliases: cnames }, host).at(-1);
  const own = ({ name: owner, target }: Pointer) => aliasPatterns({ name: owner, aliases: [target] }, host).at(-1);
  const nameOf = (one: Pointer): string => (own(one) === last ? wildcardName(host) : one.name);
  return { ...found, pointers: found.pointers.map((one) => ({ ...one, name: nameOf(one) })) };
}

function proofPointer(name: string, answer: DnsAnswer, randoms: readonly RandomAnswer[]): Found {
  const target = answer.cnames.at(-1);
  if (target === undefined) return lookupFailed(answer) ? { pointers: [], open: [name] } : nothing;
  const status = answer.status === 'nxdomain' ? 'missing' : lookupFailed(answer) ? 'unknown' : 'no-address';
  // A wildcard's answer is not a CA's validation record.
  const isMade = isWildcardAnswer({ name, status, aliases: answer.cnames, addresses: [] }, randoms);
  return isMade ? nothing : { pointers: [{ kind: 'acme', name, target, status }], open: [] };
}

/** Hosts that records of the domain and of names below it refer to. */
export async function askPointers(
  context: ProbeContext,
  base: string,
  { inventory, randoms, most }: { inventory: readonly KnownName[]; randoms: readonly RandomAnswer[]; most: number },
): Promise<Pick<NamesEvidence, 'authorisations' | 'pointers' | 'pointersOpen' | 'pointersLeft'>> {
  // Wildcards first: each covers more names than any other entry.
  const own = inventory
    .filter(({ name, wildcard, status }) => name !== base && !wildcard && status !== 'missing')
    .toSorted((a, b) => Number(isWildcardName(b.name)) - Number(isWildcardName(a.name)));
  // A name with an alias has no other records (RFC 1034 section 3.6.2).
  const mail = own.filter(({ aliases, name }) => aliases.length === 0 && name !== `www.${base}`).slice(0, most);
  const askedAs = (name: string): string =>
    isWildcardName(name) ? (standIn(randoms, name.slice(2))?.name ?? name) : name;
  const hosts = own.filter(({ name }) => !isWildcardName(name));
  // A dangling alias is still a name for which certificates can be issued.
  const proved = inventory.filter(
    ({ name, status, aliases }) =>
      name !== base && !isWildcardName(name) && (status !== 'missing' || aliases.length > 0),
  );
  const standing = Promise.all(
    [base, ...proved.slice(0, most).map(({ name }) => name)].map(async (name) =>
      behindProof(context, 'persist', name, randoms),
    ),
  );
  const found = await Promise.all([
    ...serviceOwners.map(async (owner) => behindService(context, owner, base)),
    ...mail.map(async ({ name }) => behindRecords(context, 'mx', name, askedAs(name))),
    ...[base, ...hosts.slice(0, most).map(({ name }) => name)].map(async (name) =>
      behindProof(context, 'acme', name, randoms),
    ),
    ...(await standing),
  ]);
  const pointers = found.flatMap((one) => one.pointers);
  return {
    authorisations: (await standing).flatMap(({ host, texts }) => (texts.length === 0 ? [] : [{ name: host, texts }])),
    pointers: [...new Map(pointers.map((one) => [`${one.kind} ${one.name} ${one.target}`, one])).values()],
    pointersLeft: Math.max(0, own.length - most),
    pointersOpen: found.flatMap(({ open }) => open),
  };
}
