import type { DnsChain } from '@perimeter/contract/observed/observed';
import { reasonTexts } from './reason-texts.data.ts';
import type { DenialFacts, DnssecEvidence, KeyFacts, SignatureFacts, TargetFacts, ZoneFacts } from './schema.ts';
import { keyText } from './key-text.ts';

type Node = DnsChain['nodes'][number];
type Edge = DnsChain['edges'][number];
type Judged = ZoneFacts['effective'];

const nameOf = (zone: string): string => (zone === '.' ? 'the root zone' : zone);

const stateText = ({ security, reason }: Judged): string =>
  reason === 'signed' ? security : `${security} (${reasonTexts[reason]})`;

const stateOf = ({ security, reason }: Judged): Pick<Node, 'status' | 'reason'> => ({ status: security, reason });

const keyId = (zone: string, { algorithm, keyTag }: Pick<KeyFacts, 'algorithm' | 'keyTag'>): string =>
  `key ${zone} ${algorithm} ${keyTag}`;

/** Arrows from the keys whose signatures over a node verify. */
const signing = (signatures: readonly SignatureFacts[], to: string): Edge[] =>
  signatures
    .filter(({ verdict }) => verdict === 'valid')
    .map((signature): Edge => ({ from: keyId(signature.signer, signature), to, kind: 'signs' }));

interface Part {
  nodes: Node[];
  edges: Edge[];
}

function denialNode(id: string, { name, type }: Pick<Node, 'name' | 'type'>, judged: Judged, how: DenialFacts): Node {
  const by = how.kind === 'none' ? 'no record' : how.kind.toUpperCase();
  const sentence =
    how.proves === null
      ? `The absence of ${name} ${type} is not proved by ${by}.`
      : `The absence of ${name} ${type} is proved by ${by}.`;
  return { id, kind: 'denial', name, type, ...stateOf(judged), sentence };
}

/** Most keys of a zone that are stored and shown; honest zones have fewer. */
export const mostKeys = 24;

function zonePart(zone: ZoneFacts, above: ZoneFacts | undefined): Part {
  const { name, effective } = zone;
  const state = stateOf(effective);
  const isTop = above === undefined;
  const pointers = (zone.ds ?? []).map((ds): Part => {
    const id = `${isTop ? 'anchor' : 'ds'} ${name} ${ds.keyTag} ${ds.algorithm} ${ds.digestType}`;
    const what = isTop ? `Trust anchor ${ds.keyTag}` : `DS ${ds.keyTag} of ${nameOf(name)}`;
    const sentence = `${what} ${ds.matches ? 'names a key of the zone' : 'matches no key of the zone'}.`;
    const node: Node = { id, kind: isTop ? 'anchor' : 'ds', name, type: 'DS', ...state, sentence };
    const digests: Edge[] = ds.matches ? [{ from: id, to: keyId(name, ds), kind: 'digests' }] : [];
    return { nodes: [node], edges: [...digests, ...(isTop ? [] : signing(zone.dsSignatures, id))] };
  });
  const keys = (zone.keys ?? []).slice(0, mostKeys);
  const keyNodes = keys.map((key): Node => {
    const role = key.isEntry ? (isTop ? 'a trust anchor names it' : 'the parent zone names it') : 'signs records';
    const sentence = `${nameOf(name)}: ${keyText(key)}; ${role}.`;
    return { id: keyId(name, key), kind: 'key', name, type: 'DNSKEY', ...state, sentence };
  });
  const own = keys.flatMap((key) =>
    signing(zone.keySignatures, keyId(name, key)).filter(({ from, to }) => from !== to),
  );
  const denied: Part = { nodes: [], edges: [] };
  if (above !== undefined && zone.dsDenial !== null) {
    const id = `denial ${name} DS`;
    denied.nodes.push(denialNode(id, { name, type: 'DS' }, effective, zone.dsDenial));
    denied.edges.push(...signing(zone.dsSignatures, id));
  }
  return {
    nodes: [...pointers.flatMap(({ nodes }) => nodes), ...denied.nodes, ...keyNodes],
    edges: [...pointers.flatMap(({ edges }) => edges), ...denied.edges, ...own],
  };
}

function targetPart(target: TargetFacts): Part {
  const { name, type, owner, count, denial, effective, signatures } = target;
  const id = `${count > 0 ? 'rrset' : 'denial'} ${name} ${type}`;
  const alias = owner === name ? '' : ` (alias of ${owner})`;
  const node: Node =
    count > 0 || denial === null
      ? {
          id,
          kind: 'rrset',
          name,
          type,
          ...stateOf(effective),
          sentence: `${name} ${type}${alias}: ${stateText(effective)}.`,
        }
      : denialNode(id, target, effective, denial);
  const proof = `denial ${name} ${type} wildcard`;
  if (count === 0 || denial === null) return { nodes: [node], edges: signing(signatures, id) };
  const sentence = `No name is closer to ${name} than the wildcard: ${denial.proves === null ? 'not proved' : 'proved'}.`;
  const closer: Node = { id: proof, kind: 'denial', name, type, ...stateOf(effective), sentence };
  return { nodes: [node, closer], edges: [...signing(signatures, id), { from: proof, to: id, kind: 'denies' }] };
}

/** Names below a protected zone that are not protected themselves. */
function exceptionsOf(targets: readonly TargetFacts[]): string {
  const names = new Map(
    targets
      .filter(({ effective }) => effective.security !== 'secure')
      .map((target): [string, TargetFacts] => [
        target.purpose === 'missing-name' ? 'a missing name' : target.name,
        target,
      ]),
  );
  return [...names]
    .map(([name, { owner, name: own, effective }]) =>
      owner !== own && effective.security === 'insecure'
        ? `; ${name} is an alias of ${owner}, which is not protected`
        : `; ${name} is ${stateText(effective)}`,
    )
    .join('');
}

function sentenceOf({ zones, targets }: DnssecEvidence): string {
  const zone = zones.at(-1);
  if (zone === undefined) return 'No zone was seen.';
  const broken = zones.find(({ effective }) => effective.security !== 'secure') ?? zone;
  const { security, reason } = broken.effective;
  const where = broken.name === zone.name ? '' : ` at ${nameOf(broken.name)}`;
  if (security === 'secure') return `${zone.name} is protected from the root zone down${exceptionsOf(targets)}.`;
  const why = `${reasonTexts[reason]}${where}`;
  if (security === 'insecure') return `${zone.name} is not protected: ${why}.`;
  return security === 'bogus'
    ? `The chain to ${zone.name} is broken: ${why}.`
    : `The chain to ${zone.name} could not be judged: ${why}.`;
}

/** The chain of trust as a graph: which names sign, delegate or deny which. */
export function dnsChainOf(dnssec: DnssecEvidence): DnsChain | null {
  if (dnssec.zones.length === 0) return null;
  const parts = [
    ...dnssec.zones.map((zone, at) => zonePart(zone, dnssec.zones[at - 1])),
    ...dnssec.targets.map(targetPart),
  ];
  const nodes = new Map(parts.flatMap((part) => part.nodes).map((node) => [node.id, node]));
  const edges = new Map(
    parts
      .flatMap((part) => part.edges)
      .filter(({ from, to }) => nodes.has(from) && nodes.has(to))
      .map((edge) => [JSON.stringify(edge), edge]),
  );
  return { sentence: sentenceOf(dnssec), nodes: [...nodes.values()], edges: [...edges.values()] };
}
