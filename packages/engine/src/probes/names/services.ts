import { isShown, markIn, pageHash } from '@perimeter/protocols/names/takeover-page';
import { takeoverMatch, type TakeoverList, type TakeoverMatch } from '@perimeter/protocols/names/takeover-table';
import { aliasPatterns, isWildcardName, wildcardAnswers, wildcardName } from '@perimeter/protocols/names/wildcard';
import type { KnownName, MarkSeen, RandomAnswer, ServiceAlias } from '../../evidence/names/schema.ts';
import { type Observed, seen, unobserved, unseen, untested } from '../../evidence/observed.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';

/** A name with an alias into a service, and the host to request. */
interface Candidate {
  name: string;
  host: string;
  target: string;
  exists: ServiceAlias['exists'];
  match: TakeoverMatch;
}

/** shown: its aliases, as they apply to all names of a wildcard. */
type Aliased = Pick<KnownName, 'name' | 'status' | 'aliases'> & { host: string; shown: readonly string[] };

function candidateOf({ name, host, status, aliases, shown }: Aliased, { services }: TakeoverList): Candidate[] {
  const matches = aliases.flatMap((target, at) => {
    const match = takeoverMatch(target, services);
    return match === null ? [] : [{ target: shown[at] ?? target, match }];
  });
  // The first alias into a service is the one that the customer configured.
  const [first] = matches;
  const exists = status === 'missing' ? 'no' : status === 'unknown' ? 'unknown' : 'yes';
  return first === undefined ? [] : [{ name, host, exists, ...first }];
}

/** Names that lead into listed services, and each answer of a wildcard once, by a random name. */
export function candidatesIn(
  inventory: readonly KnownName[],
  randoms: readonly RandomAnswer[],
  list: TakeoverList,
): Candidate[] {
  const names = inventory
    .filter(({ name, wildcard }) => !wildcard && !isWildcardName(name))
    .map((one) => ({ ...one, host: one.name, shown: one.aliases }));
  const byZone = Map.groupBy(randoms, ({ zone }) => zone);
  const wildcards = [...byZone].flatMap(([zone, own]) =>
    wildcardAnswers(own).map((random) => ({
      ...random,
      name: wildcardName(zone),
      host: random.name,
      shown: aliasPatterns(random, zone),
    })),
  );
  return [...names, ...wildcards].flatMap((one) => candidateOf(one, list));
}

/** Which of a service's marks a page shows, and its fingerprint for comparison. */
function markOf(exchange: Exchanged, names: readonly string[], { match }: Candidate): Observed<MarkSeen> {
  const { url, address, result } = exchange.facts;
  if (!result.ok) return unobserved(result.failure);
  const { status, body } = result.response;
  if (body.failure !== undefined && body.failure.reason !== 'too-large') return unobserved(body.failure);
  const text = body.text ?? '';
  const mark = markIn(text, match.service);
  return seen({
    url,
    address: address ?? '',
    status,
    mark,
    bytes: body.decodedBytes,
    // Two equal application shells do not show whether the mark is the service's.
    ...(mark === null || isShown(text, mark) ? { simhash: pageHash(text, names) } : {}),
  });
}

/** An error page without a mark may be the service's own with other words. */
const isRefusal = ({ status }: MarkSeen): boolean => status >= 400 && status < 500 && status !== 429;

const isRedirect = ({ status }: MarkSeen): boolean => status >= 300 && status < 400;

/** Requests a host's page at one address, over http and, if that has no result, over https. */
async function askPage(
  http: ProbeHttp,
  [host = '', ...others]: readonly string[],
  address: string,
  candidate: Candidate,
): Promise<Observed<MarkSeen>> {
  const names = [host, ...others, candidate.target];
  const plain = markOf(await http.ask(new URL(`http://${host}/`), address), names, candidate);
  if (plain.known && (plain.value.mark !== null || !isRedirect(plain.value))) return plain;
  const secure = markOf(await http.ask(new URL(`https://${host}/`), address), names, candidate);
  return secure.known ? secure : plain.known ? plain : secure;
}

const factsOf = ({ name, target, exists, match: { service, suffix } }: Candidate) => ({
  name,
  target,
  suffix,
  exists,
  service: service.service,
  status: service.status,
  byNxdomain: service.nxdomain === true,
});

const notNeeded = untested('not-asked');

/** The page under one name, and under a random name of the service: both are needed to prove that the name is unclaimed. */
async function proofsOf(http: ProbeHttp, candidate: Candidate, label: string): Promise<ServiceAlias> {
  const facts = factsOf(candidate);
  if (candidate.exists !== 'yes' || candidate.match.service.marks.length === 0)
    return { ...facts, own: notNeeded, control: notNeeded };
  const found = await http.lookup(candidate.host);
  const [address] = found.ok ? found.addresses : [];
  if (!found.ok || address === undefined)
    return {
      ...facts,
      own: found.ok ? unseen('unreachable', 'no-address') : unobserved(found.failure),
      control: notNeeded,
    };
  const random = `${label}.${candidate.match.suffix}`;
  const own = await askPage(http, [candidate.host, random], address, candidate);
  if (!own.known || (own.value.mark === null && !isRefusal(own.value))) return { ...facts, own, control: notNeeded };
  return { ...facts, own, control: await askPage(http, [random, candidate.host], address, candidate) };
}

/** Both proofs for each name, within the audit's limits. */
export const askServices = async (
  http: ProbeHttp | null,
  candidates: readonly Candidate[],
  { label, most }: { label: string; most: number },
): Promise<ServiceAlias[]> =>
  Promise.all(
    candidates.map(async (candidate, at) => {
      if (http !== null && at < most) return proofsOf(http, candidate, label);
      const open = http === null ? notNeeded : unseen('budget', 'too-many-fetches', most);
      return { ...factsOf(candidate), own: open, control: notNeeded };
    }),
  );
