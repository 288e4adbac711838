import { type InventoryChange, type InventoryKind, inventoryKind } from '@perimeter/contract/domains';
import type { InventoryParts } from '../../audits/compared-report.ts';
import { compareText } from '@perimeter/contract/text/order';

type Answer = NonNullable<InventoryParts['dns']>['answers'][number];
type Chain = NonNullable<InventoryParts['certificates']>['chains'][number];
type Host = NonNullable<NonNullable<InventoryParts['network']>['hosts']>[number];

/** One key of an inventory: a kind and a name. */
interface Item {
  kind: InventoryKind;
  name: string;
  values: readonly string[];
}

const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

const kindsOfTypes: Readonly<Record<string, InventoryKind>> = {
  NS: 'name-servers',
  DS: 'ds',
  A: 'addresses',
  AAAA: 'addresses',
  MX: 'mx',
  CAA: 'caa',
};
const proofOfAbsence = new Set(['nodata', 'nxdomain']);

/** Records of the queried names. A name's addresses are known only if both address families were answered. */
function recordItems(answers: readonly Answer[]): Item[] {
  const byKey = Map.groupBy(
    answers.filter(({ type }) => kindsOfTypes[type] !== undefined),
    ({ name, type }) => `${kindsOfTypes[type]} ${name}`,
  );
  return [...byKey.values()].flatMap((group) => {
    const [first] = group;
    const kind = first === undefined ? undefined : kindsOfTypes[first.type];
    const isKnown = group.every(({ status }) => status === 'answer' || proofOfAbsence.has(status));
    if (first === undefined || kind === undefined || !isKnown || (kind === 'addresses' && group.length < 2)) return [];
    const values = group.flatMap(({ type, records }) =>
      records.filter((record) => record.type === type).map(({ data }) => data),
    );
    return [{ kind, name: first.name, values: sorted(values) }];
  });
}

/** Issuers and keys of a name's certificates, over all addresses and key types. */
const chainItems = (chains: readonly Chain[]): Item[] =>
  [...Map.groupBy(chains, ({ port, serverName }) => `${serverName}:${port}`)].flatMap(([name, group]) => {
    const leaves = group.flatMap(({ path }) => path.slice(0, 1));
    if (leaves.length < group.length) return [];
    return [
      { kind: 'issuers' as const, name, values: sorted(leaves.map(({ issuer }) => issuer)) },
      { kind: 'keys' as const, name, values: sorted(leaves.map(({ key }) => key)) },
    ];
  });

/** Open ports of addresses whose ports could all be tested. */
const portItems = (hosts: readonly Host[]): Item[] =>
  hosts
    .filter(({ acceptsEverything, portsLeft, unknown }) => !acceptsEverything && portsLeft === 0 && unknown === 0)
    .map(({ address, ports }) => ({
      kind: 'ports',
      name: address,
      values: sorted(ports.map(({ port, service }) => (service === null ? String(port) : `${port} ${service}`))),
    }));

function itemsOf({ dns, certificates, mail, network }: InventoryParts, domain: string): Item[] {
  // Nested includes belong to third parties, and change independently of the domain.
  const includes = (mail?.spf.tree ?? []).filter(({ depth, term }) => depth === 1 && /^[+?~-]?include:/iu.test(term));
  return [
    ...recordItems(dns?.answers ?? []),
    ...(mail?.spf.complete === true
      ? [
          {
            kind: 'spf-includes' as const,
            name: domain,
            values: sorted(includes.map(({ term }) => term.toLowerCase())),
          },
        ]
      : []),
    ...chainItems(certificates?.chains ?? []),
    ...portItems(network?.hosts ?? []),
  ];
}

const key = ({ kind, name }: Item): string => `${kind} ${name}`;
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);

/** How many names a mark lists. */
const mostNames = 3;
/** Maximum values per row and side; the reports have all of them. */
const mostValues = 50;

/**
 * What both audits measured and found different, by kind and name. What one of them did not measure has no row, and
 * audits of different kinds test different ports.
 */
export function inventoryBetween(
  from: InventoryParts,
  to: InventoryParts,
  { domain, sameKind }: { domain: string; sameKind: boolean },
): InventoryChange[] {
  const before = new Map(itemsOf(from, domain).map((item) => [key(item), item.values]));
  const order = (item: Item): number => inventoryKind.options.indexOf(item.kind);
  return itemsOf(to, domain)
    .filter(({ kind }) => sameKind || kind !== 'ports')
    .flatMap((item) => {
      const values = before.get(key(item));
      return values === undefined || isSame(values, item.values) ? [] : [{ ...item, before: values }];
    })
    .toSorted((a, b) => order(a) - order(b) || compareText(a.name, b.name))
    .map(({ kind, name, before: was, values }) => ({
      kind,
      name,
      before: was.slice(0, mostValues),
      after: values.slice(0, mostValues),
    }));
}

/** An audit of a domain, with the parts for its inventory. */
interface Inventoried {
  at: number;
  /** Mode and authority: audits of different kinds test different ports. */
  kind: string;
  parts: InventoryParts;
}

/** Names of one kind that changed: the first ones, and the number of others. */
interface Mark {
  at: number;
  kind: InventoryKind;
  names: readonly string[];
  more: number;
}

/**
 * How each audit differs from the last one before it that measured the same, one mark per kind; audits are ordered
 * oldest first.
 */
export function inventoryMarks(audits: readonly Inventoried[], domain: string): Mark[] {
  const last = new Map<string, readonly string[]>();
  return audits.flatMap(({ at, kind: kindOfAudit, parts }) => {
    const changed = itemsOf(parts, domain).filter((item) => {
      const place = item.kind === 'ports' ? `${key(item)} ${kindOfAudit}` : key(item);
      const before = last.get(place);
      last.set(place, item.values);
      return before !== undefined && !isSame(before, item.values);
    });
    const byKind = Map.groupBy(changed, ({ kind }) => kind);
    return inventoryKind.options.flatMap((kind) => {
      const names = [...new Set(byKind.get(kind)?.map(({ name }) => name))].toSorted();
      return names.length === 0
        ? []
        : [{ at, kind, names: names.slice(0, mostNames), more: Math.max(0, names.length - mostNames) }];
    });
  });
}
