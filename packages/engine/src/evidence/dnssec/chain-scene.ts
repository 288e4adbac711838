import { algorithmName } from '@perimeter/protocols/dns/dnssec-algorithms';
import type { Scene, SceneEdge, SceneNode, Tone } from '@perimeter/contract/section';
import { reasonTexts } from './reason-texts.data.ts';
import type { DnssecEvidence, TargetFacts, ZoneFacts } from './schema.ts';

type Effective = ZoneFacts['effective'];

const toneOf = ({ security }: Effective): Tone =>
  security === 'secure' ? 'good' : security === 'bogus' ? 'bad' : security === 'insecure' ? 'neutral' : 'fair';

const sentenceOf = ({ security, reason }: Effective): string =>
  reason === 'signed' ? security : `${security}: ${reasonTexts[reason]}`;

/** Keys that DS records point to, by name; those that only sign are counted. */
function keyLines({ keys }: ZoneFacts): string[] {
  if (keys === null || keys.length === 0) return [];
  const entry = keys.filter(({ isEntry }) => isEntry).slice(0, 2);
  const others = keys.length - entry.length;
  const lines = entry.map(({ algorithm, keyTag }) => `key ${keyTag}, ${algorithmName(algorithm)}`);
  return others > 0 ? [...lines, `${others} more ${others === 1 ? 'key' : 'keys'}`] : lines;
}

const zoneId = ({ name }: ZoneFacts): string => `zone ${name}`;

const zoneNode = (zone: ZoneFacts): SceneNode => ({
  id: zoneId(zone),
  label: zone.name === '.' ? 'root zone' : zone.name,
  details: [sentenceOf(zone.effective), ...keyLines(zone)],
  tone: toneOf(zone.effective),
});

/** What the parent says about a zone, as the arrow between them. */
function delegationEdge(above: ZoneFacts, zone: ZoneFacts): SceneEdge {
  const tags = [...new Set((zone.ds ?? []).map(({ keyTag }) => keyTag))].slice(0, 2);
  const label = zone.ds === null ? 'DS unknown' : tags.length === 0 ? 'no DS' : `DS ${tags.join(', ')}`;
  return { from: zoneId(above), to: zoneId(zone), label, tone: toneOf(zone.effective) };
}

/** Names with records of the same result share one box. */
interface Group {
  tone: Tone;
  targets: TargetFacts[];
}

function groupsOf(targets: readonly TargetFacts[]): Group[] {
  const groups = new Map<string, Group>();
  for (const target of targets) {
    const key = `${target.purpose} ${target.owner} ${sentenceOf(target.effective)}`;
    const group = groups.get(key) ?? { tone: toneOf(target.effective), targets: [] };
    group.targets.push(target);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function groupNode({ tone, targets }: Group, id: string): SceneNode {
  const [first] = targets;
  const types = targets.map(({ type }) => type).join(', ');
  const label = first?.purpose === 'missing-name' ? 'a missing name' : (first?.name ?? '');
  const alias = first !== undefined && first.owner !== first.name ? [`alias of ${first.owner}`] : [];
  return { id, label, details: [types, ...alias, first === undefined ? '' : sentenceOf(first.effective)], tone };
}

/** The path that decides: the zones from the trust anchor down, then the records of the target. */
export function trustScene({ zones, targets, anchors }: DnssecEvidence): Scene {
  const tags = anchors.map(({ keyTag }) => String(keyTag));
  const anchor: SceneNode = { id: 'anchor', label: 'trust anchor', details: [`key ${tags.join(', ')}`], tone: 'good' };
  const nodes = [...(tags.length === 0 ? [] : [anchor]), ...zones.map(zoneNode)];
  const edges: SceneEdge[] = zones.slice(1).flatMap((zone, at) => {
    const above = zones[at];
    return above === undefined ? [] : [delegationEdge(above, zone)];
  });
  const [top] = zones;
  const apex = zones.at(-1);
  if (tags.length > 0 && top !== undefined)
    edges.unshift({ from: 'anchor', to: zoneId(top), label: null, tone: toneOf(top.effective) });
  for (const [at, group] of groupsOf(targets).entries()) {
    const node = groupNode(group, `records ${at}`);
    nodes.push(node);
    if (apex !== undefined) edges.push({ from: zoneId(apex), to: node.id, label: null, tone: group.tone });
  }
  return { nodes, edges };
}
