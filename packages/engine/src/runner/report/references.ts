import type { NetworkSection } from '@perimeter/contract/observed/network';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import type { Registration } from '../../evidence/registration.ts';

type Member = NetworkSection['references'][number];
/** One use of a foreign domain. */
type Use = Member['usedBy'][number];
type Evidence = Pick<
  AuditEvidence,
  'target' | 'page' | 'behaviour' | 'mailAuth' | 'mailTransport' | 'zone' | 'dns' | 'names'
>;
type Referred = readonly [registration: Registration, usedBy: readonly Use[]];

const mostReferences = 160;
const mostUses = 20;

/** Resources, links and allowed code of the site's documents, and its Alt-Svc hosts. */
const ofSite = ({ target: { domain }, page, behaviour }: Evidence): Referred[] => [
  ...(page?.references ?? []).map(({ registration, usedBy }): Referred => [
    registration,
    usedBy.map(({ kind, host }) => ({ record: kind, name: domain, target: host })),
  ]),
  ...(behaviour?.alternatives ?? []).flatMap(({ host, registration }): Referred[] =>
    registration === null ? [] : [[registration, [{ record: 'alt-svc', name: domain, target: host }]]],
  ),
];

/** Records of mail: SPF, DKIM, reports, MX, and services of mail programs. */
const ofMail = ({ target: { domain }, mailAuth, mailTransport }: Evidence): Referred[] =>
  [...(mailAuth?.references ?? []), ...(mailTransport?.references ?? [])].map(({ registration, usedBy }) => [
    registration,
    usedBy.map(({ kind, name }) => ({ record: kind, name: domain, target: name })),
  ]);

/** Foreign name servers, and dangling aliases of the site itself. */
const ofZone = ({ target: { registrableDomain }, zone, dns }: Evidence): Referred[] => [
  ...(zone?.serverNames ?? []).flatMap(({ name, registrable, registered }): Referred[] =>
    registrable === null || registrable === registrableDomain || !registered.known
      ? []
      : [[registered.value, [{ record: 'ns', name: zone?.name ?? registrableDomain, target: name }]]],
  ),
  ...(dns?.aliasTargets ?? []).map((registration): Referred => [
    registration,
    (dns?.answers ?? []).flatMap(({ name, type, cnames }) => {
      const target = cnames.at(-1);
      return type === 'A' && target !== undefined && isAtOrBelow(target, registration.domain)
        ? [{ record: 'cname', name, target }]
        : [];
    }),
  ]),
];

const ofNames = ({ names }: Evidence): Referred[] =>
  (names?.references ?? []).map(({ registration, usedBy }) => [
    registration,
    usedBy.map(({ kind, name, target }) => ({ record: kind, name, target })),
  ]);

const isSame = (one: Use, other: Use): boolean =>
  one.record === other.record && one.name === other.name && one.target === other.target;

/** Domains in doubt come first. */
const rank = { unregistered: 0, unknown: 1, registered: 2 } as const;

/** Every foreign domain in records and documents, each once, without those that cannot be registered. */
export function referencesOf(evidence: Evidence): Member[] {
  const members = new Map<string, Member>();
  for (const [{ domain, status, proof }, usedBy] of [
    ...ofNames(evidence),
    ...ofZone(evidence),
    ...ofMail(evidence),
    ...ofSite(evidence),
  ]) {
    if (status === 'unregistrable') continue;
    const member = members.get(domain) ?? { domain, status, proof, usedBy: [] };
    const added = usedBy.filter((use) => !member.usedBy.some((known) => isSame(known, use)));
    members.set(domain, { ...member, usedBy: [...member.usedBy, ...added].slice(0, mostUses) });
  }
  return [...members.values()].toSorted((a, b) => rank[a.status] - rank[b.status]).slice(0, mostReferences);
}
