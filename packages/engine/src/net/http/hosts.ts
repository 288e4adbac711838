import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { type Guard, canonicalAddress } from '../guard/guard.ts';
import type { Resolver } from '../resolver/resolver.ts';

/** The allowed addresses of a host in order of preference, or why there is none. */
export type HostAddresses = { ok: true; addresses: readonly string[] } | { ok: false; failure: NetFailure };

/** Resolves a URL's host: a name through our resolver, a numeric address as it is; the guard checks every address. */
export type HostLookup = (host: string) => Promise<HostAddresses>;

/** Most addresses of one host that are tried. */
const maxAddresses = 8;

const failed = (...why: Parameters<typeof netFailed>): HostAddresses => ({ ok: false, failure: netFailed(...why) });

/** Alternates address families, beginning with the first address's (RFC 8305 section 4). */
function interleave(addresses: readonly string[]): string[] {
  const firstIs6 = addresses[0]?.includes(':') ?? false;
  const first = addresses.filter((address) => address.includes(':') === firstIs6);
  const second = addresses.filter((address) => address.includes(':') !== firstIs6);
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [first[index], second[index]])
    .flat()
    .flatMap((address) => address ?? []);
}

/** The addresses that the guard allows. */
export function guarded(guard: Guard, host: string, addresses: readonly string[]): HostAddresses {
  const verdicts = addresses.map((address) => ({ address, verdict: guard.check(address) }));
  const allowed = verdicts.flatMap(({ address, verdict }) => (verdict.allowed ? [address] : []));
  if (allowed.length > 0) return { ok: true, addresses: interleave(allowed).slice(0, maxAddresses) };
  const refused = verdicts.map(({ address, verdict }) =>
    verdict.allowed ? address : `${address} (${verdict.blockedBy})`,
  );
  return failed('blocked', 'addresses-refused', host, refused.slice(0, 4).join(', '));
}

async function resolve(
  resolver: Pick<Resolver, 'query'>,
  name: string,
  signal: AbortSignal,
): Promise<string[] | NetFailure> {
  const answers = await Promise.all(['AAAA', 'A'].map((type) => resolver.query(name, type, { signal })));
  const records = answers.flatMap((answer) => answer.records.filter(({ type }) => type === 'A' || type === 'AAAA'));
  const addresses = records.flatMap(({ data }) => canonicalAddress(data) ?? []);
  if (addresses.length > 0) return addresses;
  const failure = answers.find((answer) => answer.failure !== undefined)?.failure;
  return failure ?? netFailed('unreachable', 'no-address-found', name, answers.map(({ status }) => status).join(', '));
}

/** A lookup that resolves each name once; known hosts use the results of another probe. */
export function createHostLookup(
  { guard, resolver, signal }: { guard: Guard; resolver: Pick<Resolver, 'query'>; signal: AbortSignal },
  known: ReadonlyMap<string, HostAddresses> = new Map(),
): HostLookup {
  const asked = new Map<string, Promise<HostAddresses>>();
  const ask = async (host: string): Promise<HostAddresses> => {
    if (canonicalAddress(host) !== null) return guarded(guard, host, [host]);
    const name = host.replace(/\.$/, '');
    const found = known.get(name) ?? (await resolve(resolver, name, signal));
    if (!Array.isArray(found)) return 'ok' in found ? found : { ok: false, failure: found };
    return guarded(guard, name, found);
  };
  return (host) => {
    const answer = asked.get(host) ?? ask(host);
    asked.set(host, answer);
    return answer;
  };
}
