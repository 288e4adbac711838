import { isWildcardName } from '@perimeter/protocols/names/wildcard';
import { developmentWord } from '@perimeter/protocols/names/host-words';
import { poolName } from '../../evidence/names/elastic.ts';
import type { AskedHost, KnownName, NamesEvidence, RandomAnswer } from '../../evidence/names/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { untested } from '../../evidence/observed.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import type { ProbeContext } from '../probe.ts';
import { hostAnswerOf } from './host-answer.ts';
import { leafNames } from './leaf-names.ts';
import { standIn } from './wildcards.ts';

/** A host, and the name to request. */
type Askable = KnownName & { host: string };

async function askHost(context: ProbeContext, client: ProbeHttp, known: Askable): Promise<AskedHost> {
  const { name, host } = known;
  const domain = context.target.registrableDomain;
  const [plain, secure] = await Promise.all(
    ['http', 'https'].map(async (scheme) => client.fetch(new URL(`${scheme}://${host}/`))),
  );
  const tls = secure?.exchange.facts.tls ?? null;
  const address = secure?.exchange.facts.address ?? plain?.exchange.facts.address ?? known.addresses[0]?.address ?? '';
  const names = tls !== null && poolName(known) !== null ? await leafNames(context, host, address) : [];
  return {
    name,
    ...(host !== name && { askedAs: host }),
    address,
    http: plain === undefined ? untested('not-asked') : hostAnswerOf(plain.exchange, domain),
    https: secure === undefined ? untested('not-asked') : hostAnswerOf(secure.exchange, domain),
    tls: tls === null ? null : { authorized: tls.authorized, problem: tls.authorizationError, names },
  };
}

const isPublic = ({ addresses }: KnownName): boolean => addresses.some(({ blockedBy }) => blockedBy === undefined);

/** Of wildcards, only those at shared cloud addresses are requested, by their random name. */
function askable(known: KnownName, randoms: readonly RandomAnswer[]): Askable[] {
  if (!isWildcardName(known.name)) return [{ ...known, host: known.name }];
  const random = poolName(known) === null ? undefined : standIn(randoms, known.name.slice(2));
  return random === undefined ? [] : [{ ...known, host: random.name }];
}

interface Hosts {
  inventory: readonly KnownName[];
  randoms: readonly RandomAnswer[];
  /** Hosts of the site itself, which other probes request. */
  web: readonly string[];
}

const isSpecial = (one: KnownName): boolean => poolName(one) !== null || developmentWord(one.name) !== null;

/** Hosts below the domain to request; in standard mode those with internal names or shared cloud addresses. */
export function wantedHosts(scanMode: TargetEvidence['scanMode'], { inventory, randoms, web }: Hosts): Askable[] {
  // A name in other evidence proves that a host exists, even at a wildcard's address; guessed names are not in the
  // inventory.
  const live = inventory
    .filter((one) => one.status === 'exists' && !web.includes(one.name) && isPublic(one))
    .flatMap((one) => askable(one, randoms));
  return scanMode === 'deep'
    ? live.toSorted((a, b) => Number(isSpecial(b)) - Number(isSpecial(a)))
    : live.filter(isSpecial);
}

/** Requests the start page of hosts below the domain. */
export async function askHosts(
  context: ProbeContext,
  client: ProbeHttp | null,
  { most, ...known }: Hosts & { most: number },
): Promise<Pick<NamesEvidence, 'hosts' | 'hostsLeft' | 'hostsNotAsked'>> {
  if (client === null) return { hosts: [], hostsLeft: 0, hostsNotAsked: 'robots' };
  const wanted = wantedHosts(context.target.scanMode, known);
  const hosts = await Promise.all(wanted.slice(0, most).map(async (one) => askHost(context, client, one)));
  return { hosts, hostsLeft: Math.max(0, wanted.length - most), hostsNotAsked: null };
}
