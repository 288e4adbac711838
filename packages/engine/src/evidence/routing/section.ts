import { knownAddresses } from '../dns/known-addresses.ts';
import type { Section, SectionCell, SectionStatus, SectionTable } from '@perimeter/contract/section';
import { dayMs } from '@perimeter/protocols/durations';
import { failureText } from '../failure-text.ts';
import type { Observed } from '../observed.ts';
import { filled, state, tableOf } from '../section.ts';
import type { TargetEvidence } from '../target/schema.ts';
import { type ListMeaning, listFault, meaningOf } from './listing.ts';
import { networkScene, rpkiText } from './network-scene.ts';
import type { Listing, NeededHost, RoutingEvidence, UsedAddress } from './schema.ts';

const dayOf = (timeMs: number | null | undefined): string | null =>
  timeMs === null || timeMs === undefined ? null : new Date(timeMs).toISOString().slice(0, 10);

const neutral = (text: string): SectionStatus => state('neutral', text);

function expiryState(expiresMs: number | null, nowMs: number): SectionStatus {
  if (expiresMs === null) return neutral('not shown');
  const days = Math.floor((expiresMs - nowMs) / dayMs);
  if (days < 0) return state('bad', 'has ended');
  return state(days < 14 ? 'bad' : days < 30 ? 'fair' : 'good', `in ${days} days`);
}

const locked = (statuses: readonly string[]): SectionStatus =>
  statuses.length === 0
    ? neutral('no status shown')
    : statuses.some((one) => /^(?:client|server) transfer prohibited$/.test(one))
      ? state('good', 'locked')
      : state('fair', 'not locked');

/** What the registry says of the domain; without it, why. */
function registrationTable({ registration }: RoutingEvidence, target: TargetEvidence): SectionTable {
  const heads = [
    ['Registration', 'text'],
    ['Value', 'text'],
    ['State', 'status'],
  ] as const;
  const caption = `Registration of ${target.registrableDomain}`;
  if (!registration.known || registration.value === null) {
    const why = registration.known ? 'The registry has no record of it' : failureText(registration.failure);
    return tableOf(caption, heads, [['Registry', why, neutral('unknown')]]);
  }
  const { statuses, expiresMs, createdMs, registrar, isSigned, url } = registration.value;
  const shown: SectionCell[][] = [
    ['Ends', dayOf(expiresMs), expiryState(expiresMs, target.startedAtMs)],
    ['Registered', dayOf(createdMs), null],
    ['Registrar', registrar ?? null, null],
    ['Transfer lock', statuses.slice(0, 10).join(', '), locked(statuses)],
    ['DNSSEC at the registry', isSigned === true ? 'DS records' : isSigned === false ? 'no DS records' : null, null],
    ['Source', url ?? null, null],
  ];
  return tableOf(
    caption,
    heads,
    shown.filter(([, value, tone]) => (value !== null && value !== '') || tone !== null),
  );
}

const roleWords: Readonly<Record<NeededHost['role'], string>> = {
  web: 'web',
  mail: 'mail',
  'name-server': 'name server',
};

const addressesIn = (found: Observed<string[]>): readonly string[] => (found.known ? found.value : []);

const usersOf = ({ hosts }: RoutingEvidence, address: string): string =>
  hosts
    .filter((host) => knownAddresses(host).includes(address))
    .map(({ name, role }) => `${name} (${roleWords[role]})`)
    .slice(0, 4)
    .join(', ');

function rpkiCell(address: UsedAddress): SectionStatus {
  if (address.blockedBy !== undefined) return state('bad', `not routed: ${address.blockedBy}`);
  const found = rpkiText(address);
  if (found !== null) return state(found[0], found[1]);
  if (!address.route.known) return neutral('not asked');
  return neutral(address.route.value === null ? 'no route' : 'not asked');
}

const addressTable = (routing: RoutingEvidence): SectionTable =>
  tableOf(
    'Addresses',
    [
      ['Address', 'code'],
      ['Hosts', 'text'],
      ['Reverse name', 'code'],
    ],
    routing.addresses.map(({ address, reverse }) => [
      address,
      usersOf(routing, address),
      reverse.known ? reverse.value : failureText(reverse.failure),
    ]),
    routing.addressesLeft === 0 ? null : `${routing.addressesLeft} further addresses were not looked at.`,
  );

const networkTable = (routing: RoutingEvidence): SectionTable =>
  tableOf(
    'Networks and routes',
    [
      ['Address', 'code'],
      ['Prefix', 'code'],
      ['Origin', 'code'],
      ['Route', 'status'],
    ],
    routing.addresses.map((one) => {
      const route = one.route.known ? one.route.value : null;
      const systems = route === null ? null : route.systems.map((system) => `AS${system}`).join(', ');
      return [one.address, route?.prefix ?? null, systems, rpkiCell(one)];
    }),
  );

function familyState(found: Observed<string[]>, isIpv6: boolean): SectionStatus {
  if (!found.known) return neutral('no answer');
  if (found.value.length === 0) return state(isIpv6 ? 'fair' : 'neutral', 'none');
  return state('good', found.value.length === 1 ? 'one address' : `${found.value.length} addresses`);
}

function connectionState(
  { connections, ipv6Here }: RoutingEvidence,
  { name, role, ipv6 }: NeededHost,
): SectionStatus | null {
  if (role !== 'web' || addressesIn(ipv6).length === 0) return null;
  if (ipv6Here === false) return neutral('this machine has no IPv6');
  const six = connections.filter(
    ({ host, address }) => address.includes(':') && (host === name || addressesIn(ipv6).includes(address)),
  );
  const [first] = six;
  if (first === undefined) return null;
  return first.accepted.known ? state('good', 'open') : state('fair', failureText(first.accepted.failure));
}

/** A www host that nobody has set up is none. */
const exists = ({ ipv4, ipv6 }: NeededHost): boolean =>
  !ipv4.known || !ipv6.known || ipv4.value.length + ipv6.value.length > 0;

const familyTable = (routing: RoutingEvidence): SectionTable =>
  tableOf(
    'IPv4 and IPv6',
    [
      ['Host', 'code'],
      ['Use', 'text'],
      ['IPv4', 'status'],
      ['IPv6', 'status'],
      ['Port 80 over IPv6', 'status'],
    ],
    routing.hosts
      .filter(exists)
      .map((host) => [
        host.name,
        roleWords[host.role],
        familyState(host.ipv4, false),
        familyState(host.ipv6, true),
        connectionState(routing, host),
      ]),
  );

const meaningCells: Readonly<Record<ListMeaning, SectionStatus>> = {
  listed: state('bad', 'listed'),
  'not-listed': state('good', 'not listed'),
  policy: neutral('policy list only'),
  error: neutral('the list refused'),
};

function listCell(routing: RoutingEvidence, listing: Listing): SectionStatus {
  const meaning = listFault(routing, listing.list) === null ? meaningOf(listing) : 'error';
  return meaning === null ? neutral('no answer') : meaningCells[meaning];
}

const listTable = (routing: RoutingEvidence): SectionTable =>
  tableOf(
    'Block lists',
    [
      ['List', 'code'],
      ['Subject', 'code'],
      ['State', 'status'],
    ],
    routing.lists
      .filter(({ role }) => role === 'subject')
      .map((listing) => [listing.list, listing.subject, listCell(routing, listing)]),
  );

const originTable = ({ origin }: RoutingEvidence): SectionTable =>
  tableOf(
    `Addresses beside ${origin?.edge ?? 'the CDN'}`,
    [
      ['Address', 'code'],
      ['Names', 'text'],
      ['Answer to the name of the site', 'text'],
    ],
    (origin?.candidates ?? []).map(({ address, names, answer }) => [
      address,
      names.join(', '),
      answer.known ? `${answer.value.status} ${answer.value.title ?? ''}`.trim() : failureText(answer.failure),
    ]),
  );

const sourceWords: Readonly<Record<RoutingEvidence['sources'][number]['name'], string>> = {
  rdap: 'Registry (RDAP)',
  routes: 'Routes (PERIMETER_ROUTES)',
  vrps: 'ROA payloads (PERIMETER_VRPS)',
  cymru: 'Team Cymru (DNS)',
  'block-list': 'Block list',
};
const sourceCells = {
  used: state('good', 'used'),
  'not-asked': neutral('not asked'),
  failed: state('fair', 'no answer'),
} as const;

/** How many lines of a file were left out. */
const unreadNotes = (sources: RoutingEvidence['sources']): string[] =>
  sources.flatMap(({ which, badLines = 0 }) =>
    badLines === 0
      ? []
      : [
          `${badLines === 1 ? '1 line' : `${badLines} lines`} of ${which ?? 'the file'} cannot be read and count for nothing.`,
        ],
  );

const sourceTable = ({ sources }: RoutingEvidence): SectionTable =>
  tableOf(
    'Sources',
    [
      ['Source', 'text'],
      ['Which', 'code'],
      ['State', 'status'],
      ['Dated', 'date'],
    ],
    sources.map(({ name, which, state: how, madeMs }) => [sourceWords[name], which, sourceCells[how], dayOf(madeMs)]),
    [...unreadNotes(sources), 'Sources that the operator has not switched on are never asked.'].join(' '),
  );

/** Who registered the domain, in which networks its hosts stand, and who was asked; null where nothing was gathered. */
export function routingSection({
  routing,
  target,
}: {
  routing?: RoutingEvidence | undefined;
  target: TargetEvidence;
}): Section | null {
  if (routing === undefined) return null;
  const scene = networkScene(routing);
  const tables = [addressTable, networkTable, familyTable, listTable, originTable, sourceTable].map((table) =>
    table(routing),
  );
  return {
    id: 'routing',
    title: 'Registration, networks and sources',
    tables: filled(registrationTable(routing, target), ...tables),
    figures: scene === null ? [] : [{ caption: 'Hosts, their addresses and who announces them', scene }],
  };
}
