import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, notApplicable, type Plain } from '../../../catalogue/outcome.ts';
import { narrow, recordChecks, type Selected } from '../../../catalogue/record-check.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { NeededHost, RoutingEvidence, UsedAddress } from '../../../evidence/routing/schema.ts';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import { isSiteShut } from '../../derive/http/site.ts';

/** Why nothing was seen over IPv6. */
export const noIpv6Here = 'This machine has no route for IPv6';

/** What a check of this module judges. */
export interface Routing extends RoutingEvidence {
  domain: string;
  registrableDomain: string;
  nowMs: number;
}

const needs = ['routing', 'target'] as const;
type Kinds = Pick<EvidenceByKind, (typeof needs)[number]>;

/** The evidence of routing, at the records of the domain. */
export function selectRouting({ routing, target }: Kinds): Selected<Routing> {
  const { domain, registrableDomain, startedAtMs: nowMs } = target;
  return {
    records: { ...routing, domain, registrableDomain, nowMs },
    location: recordsAt(domain, 'A'),
    reproduce: null,
  };
}

/** Declares a check of hosts, addresses and their networks. */
export const routingCheck = recordChecks({ needs, select: selectRouting });

/** Declares a check of the web site's hosts; it does not apply where their addresses serve no site. */
export const webHostsCheck = recordChecks({
  needs: [...needs, 'http'],
  select: (evidence: Kinds & Pick<EvidenceByKind, 'http'>) =>
    isSiteShut(evidence.http)
      ? notApplicable('There is no web site: its addresses refuse every connection')
      : selectRouting(evidence),
});

/** A fact that was not asked for does not apply; one that was asked for and not answered is open. */
export const outcomeOf = (failure: UnknownBecause): Plain =>
  failure.reason === 'not-tested' ? notApplicable(detailOf(failure)) : inconclusive(detailOf(failure));

/** The record of the registry, with its address. */
export interface Registered extends Routing {
  record: NonNullable<Extract<RoutingEvidence['registration'], { known: true }>['value']>;
}

/** URLs that a shell takes literally. */
const plainUrl = /^https:\/\/[A-Za-z0-9._:/-]+$/;

/** Declares a check of what the registry says; its command asks it again. */
export const registryCheck = recordChecks({
  needs,
  select: (evidence: Kinds) =>
    narrow(selectRouting(evidence), (routing): Plain | { records: Registered; reproduce: string | null } => {
      const { registration, registrableDomain } = routing;
      if (!registration.known) return outcomeOf(registration.failure);
      const record = registration.value;
      if (record === null) return notApplicable(`The registry has no record of ${registrableDomain}`);
      const { url = '' } = record;
      return { records: { ...routing, record }, reproduce: plainUrl.test(url) ? `Reproduce: curl -sSL ${url}` : null };
    }),
});

/** Addresses of a host of one family, as far as they are known. */
export const ofFamily = (host: NeededHost, family: 4 | 6): readonly string[] => {
  const found = family === 4 ? host.ipv4 : host.ipv6;
  return found.known ? found.value : [];
};

/** Why an address of these hosts is not known; none: all are. */
export const addressGaps = (hosts: readonly NeededHost[]): string[] =>
  hosts.flatMap(({ name, ipv4, ipv6 }) =>
    [ipv4, ipv6].flatMap((one) => (one.known ? [] : [`${name}: ${detailOf(one.failure)}`])),
  );

/** Hosts of one use. */
export const hostsOf = ({ hosts }: Routing, role: NeededHost['role']): NeededHost[] =>
  hosts.filter((host) => host.role === role);

const roleWords: Readonly<Record<NeededHost['role'], string>> = {
  web: 'web',
  mail: 'mail',
  'name-server': 'name server',
};

/** Which hosts have the address: `www.example.com (web)`. */
export const usersOf = ({ hosts }: Pick<Routing, 'hosts'>, { address }: Pick<UsedAddress, 'address'>): string[] => [
  ...new Set(
    hosts.flatMap((host) =>
      [...ofFamily(host, 4), ...ofFamily(host, 6)].includes(address) ? [`${host.name} (${roleWords[host.role]})`] : [],
    ),
  ),
];

/** Whether a host of one of these uses has the address. */
export const isUsedBy = ({ hosts }: Routing, address: string, ...roles: readonly NeededHost['role'][]): boolean =>
  hosts.some((host) => roles.includes(host.role) && [...ofFamily(host, 4), ...ofFamily(host, 6)].includes(address));
