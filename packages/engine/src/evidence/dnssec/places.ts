import type { DnssecEvidence, SignatureFacts, TargetFacts, ZoneFacts } from './schema.ts';

/** A record set, or a denial, judged by its signatures. */
export interface JudgedPlace {
  name: string;
  type: string;
  reason: ZoneFacts['reason'];
  security: ZoneFacts['security'];
  ttl: number | null;
  signatures: readonly SignatureFacts[];
  /** Null for the DNSKEY set. */
  target: TargetFacts | null;
}

/** True for a denial: its proof is judged instead of records. */
export const isAbsence = ({ target, type }: JudgedPlace): boolean => target?.count === 0 && type === target.type;

/** Visitors need the set to reach the site: keys, addresses, and aliases to them. */
export const isForVisitors = (place: JudgedPlace): boolean =>
  place.target === null ||
  (place.target.purpose !== 'missing-name' && ['A', 'AAAA'].includes(place.target.type) && !isAbsence(place));

/** Types that visitors or senders of mail query routinely. */
const common: ReadonlySet<string> = new Set(['AAAA', 'HTTPS', 'MX']);

/** Denials that clients meet: those of the apex, and of types that visitors and senders of mail query. */
export const isAskedFor = ({ target }: JudgedPlace): boolean =>
  target !== null && (target.purpose === 'apex' || common.has(target.type));

const isBogus = ({ security }: Pick<JudgedPlace, 'security'>): boolean => security === 'bogus';

/** The DNSKEY set and, if it is valid, every set and denial of the zone that was queried. */
export function placesOf({ zones, targets, apex }: DnssecEvidence): JudgedPlace[] {
  const zone = zones.at(-1);
  if (zone === undefined) return [];
  const { name, reason, security, keySignatures } = zone;
  const keys: JudgedPlace = {
    name,
    type: 'DNSKEY',
    reason,
    security,
    ttl: null,
    signatures: keySignatures,
    target: null,
  };
  if (security === 'bogus') return [keys];
  const own = targets.filter((target) => target.zone === apex && !target.links.some(isBogus));
  const sets = own.map((target) => ({
    name: target.owner,
    type: target.type,
    reason: target.reason,
    security: target.security,
    ttl: target.ttl,
    signatures: target.signatures,
    target,
  }));
  const aliases = targets.flatMap((target) =>
    target.links
      .filter((link) => link.zone === apex && isBogus(link))
      .map((link) => ({ ...link, ttl: null, signatures: [], target })),
  );
  const once = new Map(aliases.map((alias) => [`${alias.name} ${alias.type}`, alias]));
  return [keys, ...sets, ...once.values()];
}

/** A signed denial of a set that was also answered. */
export type Contradiction = NonNullable<DnssecEvidence['contradictions']>[number];

/** An answer and a denial contradict each other only if the resolver cached them at the same time, within this limit. */
const sameMomentSeconds = 60;
export const isAtOnce = ({ denialAgeSeconds, setAgeSeconds }: Contradiction): boolean =>
  Math.abs(denialAgeSeconds - setAgeSeconds) <= sameMomentSeconds;

/** The signatures that verify and are in force. */
export const validOf = ({ signatures }: JudgedPlace): SignatureFacts[] =>
  signatures.filter(({ verdict }) => verdict === 'valid');

/** True where every valid signature ends within this time and has less than a quarter of its lifetime left: online signers sign for a day or less. */
export const endsWithin =
  (seconds: number) =>
  (place: JudgedPlace, nowSeconds: number): boolean =>
    validOf(place).length > 0 &&
    validOf(place).every(
      ({ inception, expiration }) =>
        expiration - nowSeconds < seconds && expiration - nowSeconds < (expiration - inception) / 4,
    );
