import type { Scene, SceneEdge, SceneNode, Tone } from '@perimeter/contract/section';
import { addressFamily } from './prefix.ts';
import { addressStates } from './rpki.ts';
import type { NeededHost, RoutingEvidence, UsedAddress } from './schema.ts';

/** Addresses that the figure shows at most. */
const mostShown = 16;

const roleTexts: Readonly<Record<NeededHost['role'], string>> = {
  web: 'web',
  mail: 'mail',
  'name-server': 'name server',
};

/** The state of the routes to an address in words, the worst one; null: not known. */
export function rpkiText(address: UsedAddress): readonly [tone: Tone, text: string] | null {
  if (address.blockedBy !== undefined) return null;
  const states = addressStates(address);
  if (states === null || states.length === 0) return null;
  const invalid = states.find(({ state }) => state === 'invalid');
  if (invalid?.state === 'invalid')
    return [
      'bad',
      `RPKI invalid (${invalid.why === 'length' ? 'too long' : invalid.why === 'set' ? 'AS_SET' : 'other origin'})`,
    ];
  return states.some(({ state }) => state === 'not-found') ? ['neutral', 'no ROA'] : ['good', 'RPKI valid'];
}

const has = ({ ipv4, ipv6 }: NeededHost, address: string): boolean =>
  [ipv4, ipv6].some((one) => one.known && one.value.includes(address));

function hostTone(host: NeededHost, addresses: readonly UsedAddress[]): Tone {
  if (!host.ipv4.known || !host.ipv6.known) return 'neutral';
  const own = addresses.filter(({ address }) => has(host, address));
  if (own.length === 0 || own.some(({ blockedBy }) => blockedBy !== undefined)) return 'fair';
  return host.ipv6.value.length === 0 ? 'fair' : 'good';
}

const addressNode = (one: UsedAddress): SceneNode => {
  const { address, blockedBy, route } = one;
  const prefix = route.known && route.value !== null ? [route.value.prefix] : [];
  const rpki = rpkiText(one);
  const details = blockedBy === undefined ? [...prefix, ...(rpki === null ? [] : [rpki[1]])] : ['not routed'];
  return { id: address, label: address, details, tone: blockedBy === undefined ? (rpki?.[0] ?? 'neutral') : 'bad' };
};

/** Hosts by their use, their addresses, and the systems that announce these; null: there is no address. */
export function networkScene({ hosts, addresses }: RoutingEvidence): Scene | null {
  const shown = addresses.slice(0, mostShown);
  const using = hosts.filter((host) => shown.some(({ address }) => has(host, address)));
  if (using.length === 0) return null;
  const nodes: SceneNode[] = [];
  const edges: SceneEdge[] = [];
  for (const [at, host] of using.entries()) {
    const own = shown.filter(({ address }) => has(host, address));
    const families = [4, 6].filter((family) => own.some(({ address }) => addressFamily(address) === family));
    const tone = hostTone(host, addresses);
    const id = `host ${at}`;
    const ways = families.map((family) => `IPv${family}`).join(' and ');
    nodes.push({
      id,
      label: host.name,
      details: [roleTexts[host.role], families.length === 1 ? `${ways} only` : ways],
      tone,
    });
    edges.push(...own.map(({ address }) => ({ from: id, to: address, label: null, tone })));
  }
  nodes.push(...shown.filter(({ address }) => using.some((host) => has(host, address))).map(addressNode));
  const systems = new Set(
    shown.flatMap(({ route }) => (route.known && route.value !== null ? route.value.systems : [])),
  );
  nodes.push(
    ...[...systems].map((system): SceneNode => ({
      id: `AS${system}`,
      label: `AS${system}`,
      details: [],
      tone: 'neutral',
    })),
  );
  for (const one of shown)
    if (one.route.known && one.route.value !== null)
      edges.push(
        ...one.route.value.systems.map((system) => ({
          from: one.address,
          to: `AS${system}`,
          label: null,
          tone: rpkiText(one)?.[0] ?? ('neutral' as const),
        })),
      );
  return { nodes, edges };
}
