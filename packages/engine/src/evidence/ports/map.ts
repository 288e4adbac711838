import { serviceNames } from '@perimeter/protocols/services/services.data';
import type { SceneNode, SectionCell, SectionFigure, SectionTable, Tone } from '@perimeter/contract/section';
import { state, tableOf } from '../section.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from './schema.ts';

/** Ports that a figure shows at most, and how many stand in a row; more of them stand in rings around the address. */
const mostShown = 36;
const mostInRows = 6;

const rank: Readonly<Record<Tone, number>> = { bad: 0, fair: 1, good: 2, neutral: 3 };
const rings: Readonly<Record<Tone, string>> = {
  bad: 'no login',
  fair: 'refuses strangers',
  good: 'closed',
  neutral: 'open',
};
const tones = { open: 'bad', guarded: 'fair', unknown: 'neutral' } as const;
/** What a port is to strangers, and a sign of its own for figures, that every font has; tables have signs of their tones. */
const words = {
  open: 'no login',
  guarded: 'refuses strangers',
  unknown: 'open',
  closed: 'closed',
  silent: 'no answer',
} as const;
const signs = { open: '!', guarded: '=', unknown: '+', closed: '×', silent: '?' } as const;

/** As much of a name as a box is wide. */
const mostCharacters = 25;

const nameOf = ({ service }: OpenPort): string => {
  const name = service === null ? 'unknown service' : serviceNames[service];
  return name.length <= mostCharacters ? name : `${name.slice(0, mostCharacters - 1)}…`;
};

/** What it is to strangers comes first: around an address, long names are cut. */
const portNode = (open: OpenPort): SceneNode => ({
  id: `${open.address} ${open.port}`,
  label: String(open.port),
  details: [`${signs[open.access]} ${words[open.access]}`, nameOf(open)],
  tone: tones[open.access],
});

/** What did not take connections, in one box each: closed ports say something, silent ones nothing. */
const restNodes = ({ address, closed, silent, unseen }: SweptAddress): SceneNode[] => [
  ...(closed.length === 0
    ? []
    : [
        {
          id: `${address} closed`,
          label: `${signs.closed} ${closed.length} closed`,
          details: [],
          tone: 'good' as const,
        },
      ]),
  ...(silent.length + unseen.length === 0
    ? []
    : [
        {
          id: `${address} silent`,
          label: `${signs.silent} ${silent.length + unseen.length} without an answer`,
          details: ['may be filtered'],
          tone: 'neutral' as const,
        },
      ]),
];

function figureOf(place: SweptAddress, open: readonly OpenPort[]): SectionFigure | null {
  const own = open.filter(({ address }) => address === place.address).map(portNode);
  if (own.length === 0 || place.tarpit) return null;
  const isAround = own.length > mostInRows;
  const shown = [...own.toSorted((a, b) => rank[a.tone] - rank[b.tone]).slice(0, mostShown), ...restNodes(place)].map(
    (node) => ({ ...node, ...(isAround ? { ring: rings[node.tone] } : {}) }),
  );
  const note = place.edge === null ? [] : [`operated by ${place.edge.name}`];
  return {
    caption: `Open ports of ${place.address}`,
    scene: {
      nodes: [{ id: place.address, label: place.host, details: [place.address, ...note], tone: 'neutral' }, ...shown],
      edges: shown.map(({ id, tone }) => ({ from: place.address, to: id, label: null, tone })),
      ...(isAround ? { layout: 'around' as const } : {}),
    },
  };
}

/** The addresses with their ports, a figure each; none where no port is open. */
export const exposureMap = ({ addresses, open }: PortsEvidence): SectionFigure[] =>
  addresses.flatMap((place) => figureOf(place, open) ?? []);

/** What an address is to strangers at one port; null: it was not tested. */
function cellAt(port: number, place: SweptAddress, open: readonly OpenPort[]): SectionCell {
  if (place.tarpit) return state('neutral', words.silent);
  const found = open.find((one) => one.port === port && one.address === place.address);
  if (found !== undefined) return state(tones[found.access], words[found.access]);
  if (place.closed.includes(port)) return state('good', words.closed);
  const isAsked = place.silent.includes(port) || place.unseen.some((one) => one.port === port);
  return isAsked ? state('neutral', words.silent) : null;
}

/** The ports that are open anywhere, at each address beside the others; empty where none is. */
export function portMatrix({ addresses, open }: PortsEvidence): SectionTable {
  const ports = [...new Set(open.map(({ port }) => port))].toSorted((a, b) => a - b);
  return tableOf(
    'Exposure map',
    [['Port', 'number'], ...addresses.map(({ address }) => [address, 'status'] as const)],
    ports.map((port) => [port, ...addresses.map((place) => cellAt(port, place, open))]),
    'Ports that are open at no address are not listed.',
  );
}
