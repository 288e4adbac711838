import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { isBelowDomain } from '@perimeter/protocols/domain/below';
import { isPublicName } from '@perimeter/protocols/domain/registration';
import { digLines } from '../../catalogue/dig.ts';
import { failWhere, type Fault, informWhere, type Why, whyBy } from '../../catalogue/outcome.ts';
import type { KnownName, NameReference } from '../../evidence/names/schema.ts';
import { takeoverState } from '../../evidence/names/takeover.ts';
import { hostsWithOpenZones } from '../derive/dns/open-hosts.data.ts';
import { judgeOwners } from '../derive/mail/registration.ts';
import { checkOf, type Said } from '../../catalogue/check-of.ts';
import { namesBelow, type FoundNames, left, nameAt, unanswered, unnamed } from '../derive/subjects/names.ts';
import { referenceTypes } from '../../evidence/names/section.ts';

type Use = NameReference['usedBy'][number];
type Used = Use & Pick<NameReference, 'registration'>;

const usesOf = ({ references }: FoundNames, kind: Use['kind']): Used[] =>
  references.flatMap(({ registration, usedBy }) =>
    usedBy.filter((use) => use.kind === kind).map((use) => ({ ...use, registration })),
  );

const draftOf = ({ kind, name, target, registration }: Used, description: string): Fault => ({
  subject: `${name} ${target}`,
  location: nameAt(name, referenceTypes[kind]),
  description,
  evidence: [
    `${name} ${referenceTypes[kind]} ${target}`,
    digLines([referenceTypes[kind], name], ['NS', registration.domain]),
  ],
});

/** The one verdict on records that refer to foreign domains; null: none of these is unregistered or on hold. */
const judgeUses = (names: FoundNames, kind: Use['kind'], effect: (use: Used) => string) =>
  judgeOwners(usesOf(names, kind), {
    free: (use) =>
      draftOf(
        use,
        `${use.name} leads to ${use.target}, and ${use.registration.domain} is not registered. ${effect(use)}`,
      ),
    held: (use) =>
      draftOf(
        use,
        `${use.name} leads to ${use.target}, which does not exist. The registry lists ${use.registration.domain}: it may be on hold or expired. Expected: delete the record.`,
      ),
  });

/** Judges records of one kind that refer to foreign domains; effect: what a stranger can do after registering the domain, and the fix. */
const onUses =
  (kind: Use['kind'], effect: (use: Used) => string) =>
  (names: FoundNames): Said =>
    judgeUses(names, kind, effect);

const openReferences = ({ referencesLeft }: FoundNames): Why[] => left(referencesLeft, 'references-unasked');

/** Names whose own records were not queried. */
const openRecords = (names: FoundNames): Why[] => [...left(names.pointersLeft, 'names-unasked'), ...unnamed(names)];

/** Record queries without an answer. */
const openPointers =
  (kind: Use['kind'], pattern: RegExp) =>
  (names: FoundNames): Why[] => [
    ...names.pointersOpen.filter((name) => pattern.test(name)).map((name) => whyBy('name-unanswered', { name })),
    ...names.pointers
      .filter((one) => one.kind === kind && one.status === 'unknown')
      .map(({ name, target }) => whyBy('target-unanswered', { name, target })),
    ...openReferences(names),
  ];

export const subCnameUnregistered = checkOf(
  namesBelow((names) => [...unanswered(names), ...openReferences(names)]),
  {
    id: 'sub-cname-unregistered',
    title: 'Aliases below the domain lead to registered domains',
    finding: 'Alias to an unregistered domain',
    weakness: { cvss: 'nameTakeover', cwe: [350, 672] },
    passed: 'No name below the domain is an alias into an unregistered domain',
    judge: onUses(
      'cname',
      ({ name }) =>
        `Anyone who registers it serves content and gets certificates for ${name}. Expected: delete the alias.`,
    ),
  },
);

/** Why no stranger can create the final name of an alias, in a sentence; null: somebody may. */
function outOfReach(
  { registrableDomain, references, services }: FoundNames,
  { name, aliases }: KnownName,
): string | null {
  const end = aliases.at(-1) ?? '';
  if (isAtOrBelow(end, registrableDomain)) return `Only the owner of ${registrableDomain} can create it.`;
  const isNowhere = references.some(
    ({ registration: { domain, status } }) => status === 'unregistrable' && isAtOrBelow(end, domain),
  );
  if (isNowhere || !isPublicName(end)) return 'No public zone can have that name.';
  const service = services.find((one) => one.name === name && one.status === 'safe');
  return service === undefined ? null : `${service.service} does not give its names to others.`;
}

export const subCnameNxdomain = checkOf(namesBelow(), {
  id: 'sub-cname-nxdomain',
  title: 'Aliases below the domain lead to names that exist',
  finding: 'Dangling alias: its target does not exist',
  weakness: { cvss: 'conditionalAvailability', cwe: [672] },
  judge: (names) => {
    const { base, inventory, services } = names;
    const other = new Set([
      base,
      `www.${base}`,
      ...usesOf(names, 'cname').flatMap(({ name, registration: { status, proof } }) =>
        (status === 'registered' && proof === 'resolver') || status === 'unregistrable' ? [] : [name],
      ),
      ...services.flatMap((one) => (['claimable', 'conditional'].includes(takeoverState(one)) ? [one.name] : [])),
    ]);
    const dangling = inventory.filter(
      ({ name, status, aliases, wildcard }) =>
        status === 'missing' && aliases.length > 0 && !wildcard && !other.has(name),
    );
    const draft = (known: KnownName) => ({
      subject: known.name,
      location: nameAt(known.name, 'CNAME'),
      description: `${known.name} is an alias of ${known.aliases.at(-1) ?? ''}, which does not exist. ${outOfReach(names, known) ?? `Anyone who can create that name answers for ${known.name}.`} Expected: delete the alias, or restore its target.`,
      evidence: [[known.name, ...known.aliases].join(' → '), digLines(['A', known.name])],
    });
    const others = dangling.filter((known) => outOfReach(names, known) === null);
    return others.length > 0
      ? failWhere(others, '', draft)
      : informWhere(dangling, 'Every alias below the domain leads to a name that exists', draft);
  },
});

export const subAcmeDelegation = checkOf(
  namesBelow((names) => [
    ...openPointers('acme', /^_(?:acme-challenge|validation-persist)\./)(names),
    ...openRecords(names),
  ]),
  {
    id: 'sub-acme-delegation',
    title: 'Delegated certificate validation leads to a registered domain',
    finding: 'Certificate validation is delegated to an unregistered domain',
    weakness: { cvss: 'nameTakeover', cwe: [350, 295] },
    passed: 'No delegated validation leads to an unregistered domain',
    judge: onUses(
      'acme',
      ({ name }) =>
        `Anyone who registers it gets certificates for ${name.replace(/^(?:_acme-challenge|_validation-persist|\*)\./, '')}, wildcards included. Expected: delete the alias.`,
    ),
  },
);

export const subMxUnregistered = checkOf(
  namesBelow((names) => [...openPointers('mx', /^[^_]/)(names), ...openRecords(names)]),
  {
    id: 'sub-mx-unregistered',
    title: 'Mail hosts of names below the domain are in registered domains',
    finding: 'Mail host of a subdomain in an unregistered domain',
    weakness: { cvss: 'nameTakeover', cwe: [350] },
    passed: 'No mail host of a name below the domain is in an unregistered domain',
    judge: onUses(
      'mx',
      ({ name }) =>
        `Anyone who registers it receives mail for ${name}, such as links to reset passwords. Expected: delete the MX record.`,
    ),
  },
);

export const subSrvDangling = checkOf(namesBelow(openPointers('srv', /^_(?!acme-challenge|validation-persist)/)), {
  id: 'sub-srv-dangling',
  title: 'Services in DNS lead to registered domains',
  finding: 'Service record leads to an unregistered domain',
  weakness: { cvss: 'nameTakeover', cwe: [350] },
  passed: 'No service record leads to an unregistered domain',
  judge: onUses(
    'srv',
    ({ name }) =>
      `Programs that look up ${name} connect there, and send their users' credentials to anyone who registers it. Expected: delete the record.`,
  ),
});

/** The providers where anyone can create the zone, if all its servers belong to such providers. */
const openHostOf = (servers: readonly { name: string }[]): string | null =>
  hostsWithOpenZones.find(({ endings }) =>
    servers.every(({ name }) => endings.some((ending) => isBelowDomain(name, ending))),
  )?.name ?? null;

/** RFC 1035 section 4.1.1: SERVFAIL and REFUSED, from servers without the zone. */
const disowned: ReadonlySet<number> = new Set([2, 5]);

export const subNsUnclaimed = checkOf(
  namesBelow((names) => {
    const asked = new Set(names.childZones.map(({ name }) => name));
    return [
      ...names.childZones.flatMap(({ name, servers }) =>
        servers.some(({ rcode }) => !rcode.known) ? [whyBy('server-missing-answer', { name })] : [],
      ),
      ...names.inventory.flatMap(({ name, status, aliases }) =>
        status === 'unknown' && aliases.length === 0 && !asked.has(name) ? [whyBy('name-unanswered', { name })] : [],
      ),
      ...unnamed(names),
    ];
  }),
  {
    id: 'sub-ns-unclaimed',
    title: 'Zones below the domain exist at their name servers',
    finding: 'Delegated subdomain missing at its DNS provider (takeover possible)',
    weakness: { cvss: 'nameTakeover', cwe: [350] },
    judge: (names) => {
      const owners = judgeUses(
        names,
        'ns',
        ({ name }) => `Anyone who registers it answers for ${name}. Expected: delete the delegation.`,
      );
      if (owners !== null) return owners;
      const lost = names.childZones.filter(
        ({ servers }) => servers.length > 0 && servers.every(({ rcode }) => rcode.known && disowned.has(rcode.value)),
      );
      const claimable = lost.flatMap((zone) => {
        const provider = openHostOf(zone.servers);
        return provider === null ? [] : [{ ...zone, provider }];
      });
      return failWhere(
        claimable,
        'No zone below the domain is missing at a provider where anybody can create it',
        (zone) => ({
          subject: zone.name,
          location: nameAt(zone.name, 'NS'),
          confidence: 'firm',
          description: `${zone.name} is delegated to ${zone.provider}, whose name servers do not have the zone. Anyone with an account there may create it and answer for ${zone.name}. Expected: create the zone, or delete the delegation.`,
          evidence: [
            zone.servers.map(
              ({ name, address }) => `${zone.name} NS ${name} (${address ?? 'no address'}): the zone is not there`,
            ),
            digLines(['SOA', zone.name, '+norecurse', `@${zone.servers[0]?.address ?? zone.servers[0]?.name ?? ''}`]),
          ],
        }),
      );
    },
  },
);
