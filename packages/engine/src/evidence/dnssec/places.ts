import type { DnssecEvidence, SignatureFacts, TargetFacts, ZoneFacts } from './schema.ts';

/** A set of records, or an absence, that is judged by its signatures. */
export interface JudgedPlace {
  name: string;
  type: string;
  reason: ZoneFacts['reason'];
  security: ZoneFacts['security'];
  ttl: number | null;
  signatures: readonly SignatureFacts[];
  /** Null for the keys. */
  target: TargetFacts | null;
}

/** Nothing is there: what is judged is the proof. */
export const isAbsence = ({ target, type }: JudgedPlace): boolean => target?.count === 0 && type === target.type;

/** Visitors need the set to find the site: keys, addresses, and what leads to them. */
export const isForVisitors = (place: JudgedPlace): boolean =>
  place.target === null ||
  (place.target.purpose !== 'missing-name' && ['A', 'AAAA'].includes(place.target.type) && !isAbsence(place));

/** Types whose absence every visitor or sender of mail asks about. */
const common: ReadonlySet<string> = new Set(['AAAA', 'HTTPS', 'MX']);

/** Absences that clients come across: of the apex, and of types that visitors and senders ask for. */
export const isAskedFor = ({ target }: JudgedPlace): boolean =>
  target !== null && (target.purpose === 'apex' || common.has(target.type));

const isBogus = ({ security }: Pick<JudgedPlace, 'security'>): boolean => security === 'bogus';

/** The keys and, where these hold, every set and absence of the zone that was asked for. */
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

/** A signed record that denies a set which was answered. */
export type Contradiction = NonNullable<DnssecEvidence['contradictions']>[number];

/** Answers and denials that a resolver's cache holds from one moment; from others, both may have been true. */
const sameMomentSeconds = 60;
export const isAtOnce = ({ denialAgeSeconds, setAgeSeconds }: Contradiction): boolean =>
  Math.abs(denialAgeSeconds - setAgeSeconds) <= sameMomentSeconds;

/** The signatures that verify and are in force. */
export const validOf = ({ signatures }: JudgedPlace): SignatureFacts[] =>
  signatures.filter(({ verdict }) => verdict === 'valid');

/** True where every valid signature ends within this time and has less than a quarter of its own left: online signers sign for a day or less. */
export const endsWithin =
  (seconds: number) =>
  (place: JudgedPlace, nowSeconds: number): boolean =>
    validOf(place).length > 0 &&
    validOf(place).every(
      ({ inception, expiration }) =>
        expiration - nowSeconds < seconds && expiration - nowSeconds < (expiration - inception) / 4,
    );
