import { pageOf } from '@perimeter/protocols/html/page';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { developmentWord } from '@perimeter/protocols/names/host-words';
import { wallOf } from '../../evidence/http/wall.ts';
import type { AskedHost, HostAnswer, KnownName, NamesEvidence } from '../../evidence/names/schema.ts';
import { type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import type { ProbeContext } from '../probe.ts';
import { leafNames } from './leaf-names.ts';

const maxTitle = 120;
const maxSoftware = 100;

function locationOf(text: string | undefined, base: string): string | null {
  if (text === undefined || !URL.canParse(text, base)) return null;
  const { origin, pathname } = new URL(text, base);
  return `${origin}${pathname}`.slice(0, 300);
}

function answerOf({ facts: { url, result } }: Exchanged, domain: string): Observed<HostAnswer> {
  if (!result.ok) return unobserved(result.failure);
  const { response } = result;
  const text = response.body.text ?? '';
  const page = pageOf(text);
  const lines = ['Server', 'X-Powered-By'].flatMap((name) => headerValues(response.headers, name));
  return seen({
    status: response.status,
    title: page.title?.slice(0, maxTitle) ?? null,
    location: locationOf(headerValues(response.headers, 'Location')[0], url),
    wall: wallOf(response)?.kind ?? null,
    software: lines.slice(0, 4).map((line) => line.slice(0, maxSoftware)),
    passwordField: page.passwordFields > 0,
    namesDomain: `${response.rawHead}\n${text}`.toLowerCase().includes(domain),
  });
}

/** Ends of reverse names that clouds give to addresses which they lend anew all the time. */
const elasticEndings = [
  'compute.amazonaws.com',
  'compute-1.amazonaws.com',
  'bc.googleusercontent.com',
  'cloudapp.azure.com',
  'members.linode.com',
  'ip.linodeusercontent.com',
  'vultrusercontent.com',
  'oraclevcn.com',
  'scw.cloud',
];

/** True for the name of an address that a cloud lends. */
export const isElastic = ({ reverse }: KnownName): boolean =>
  reverse?.known === true && elasticEndings.some((ending) => reverse.value?.endsWith(`.${ending}`) === true);

async function askHost(context: ProbeContext, client: ProbeHttp, known: KnownName): Promise<AskedHost> {
  const { name } = known;
  const domain = context.target.registrableDomain;
  const [plain, secure] = await Promise.all(
    ['http', 'https'].map(async (scheme) => client.fetch(new URL(`${scheme}://${name}/`))),
  );
  const tls = secure?.exchange.facts.tls ?? null;
  const address = secure?.exchange.facts.address ?? plain?.exchange.facts.address ?? known.addresses[0]?.address ?? '';
  const names = tls !== null && isElastic(known) ? await leafNames(context, name, address) : [];
  return {
    name,
    address,
    http:
      plain === undefined ? unobserved({ reason: 'not-tested', gap: 'not-asked' }) : answerOf(plain.exchange, domain),
    https:
      secure === undefined ? unobserved({ reason: 'not-tested', gap: 'not-asked' }) : answerOf(secure.exchange, domain),
    tls: tls === null ? null : { authorized: tls.authorized, problem: tls.authorizationError, names },
  };
}

const isPublic = ({ addresses }: KnownName): boolean =>
  addresses.length > 0 && addresses.every(({ blockedBy }) => blockedBy === undefined);

/** Asks hosts below the domain for their start page: in standard those that sound internal or whose address a cloud lends. */
export async function askHosts(
  context: ProbeContext,
  client: ProbeHttp | null,
  { inventory, web, most }: { inventory: readonly KnownName[]; web: readonly string[]; most: number },
): Promise<Pick<NamesEvidence, 'hosts' | 'hostsLeft' | 'hostsNotAsked'>> {
  if (client === null) return { hosts: [], hostsLeft: 0, hostsNotAsked: 'robots' };
  const live = inventory.filter(
    (one) => one.status === 'exists' && !one.wildcard && !web.includes(one.name) && isPublic(one),
  );
  const isSpecial = (one: KnownName): boolean => isElastic(one) || developmentWord(one.name) !== null;
  const wanted =
    context.target.scanMode === 'deep'
      ? live.toSorted((a, b) => Number(isSpecial(b)) - Number(isSpecial(a)))
      : live.filter(isSpecial);
  const hosts = await Promise.all(wanted.slice(0, most).map(async (one) => askHost(context, client, one)));
  return { hosts, hostsLeft: Math.max(0, wanted.length - most), hostsNotAsked: null };
}
