import { dayMs } from '@perimeter/protocols/durations';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { PathVerdict } from '../../evidence/certificates/schema.ts';

/** The issuer of a served certificate. */
export interface NamedIssuer {
  /** The registrable domain of the name. */
  domain: string;
  /** The root at the end of the path; null: neither public nor added by the operator. */
  anchor: PathVerdict['anchor'];
  /** The issuer of the leaf by name; null where the leaf is self-issued, or does not cover the host. */
  issuer: string | null;
}

/** The issuer of a chain, if it may be a proxy's, which creates a leaf for each name. */
export function namedIssuer(domain: string, verdict: PathVerdict, leaf: ParsedCertificate | null): NamedIssuer {
  const isOther = verdict.problems.some(({ code }) => code === 'name-mismatch');
  const issuer = leaf === null || isOther || leaf.issuer.text === leaf.subject.text ? null : leaf.issuer.text;
  return { domain, anchor: verdict.anchor, issuer: verdict.anchor === 'public' ? null : issuer };
}

/** Issuers seen by this process: enough to distinguish an intercepting proxy from a site with a self-made certificate. */
export interface IssuerMemory {
  note: (seen: NamedIssuer) => void;
  /** The domains that an unknown issuer signs for, if they are unrelated and no other issuer was seen; else none. */
  suspects: (issuer: string) => readonly string[];
}

/** Fewest unrelated domains with one unknown issuer: two may have one owner. */
const fewestDomains = 3;
/** For so long a chain to a public root tells that nothing stands in between. */
const publicMs = dayMs;
const maxIssuers = 1_000;
const maxDomains = 10;

/** A memory of issuers; only tests set the clock. */
export function createIssuerMemory(now: () => number = Date.now): IssuerMemory {
  const domains = new Map<string, Set<string>>();
  let publicUntil = Number.NEGATIVE_INFINITY;
  return {
    note: ({ domain, anchor, issuer }) => {
      if (anchor === 'public') publicUntil = now() + publicMs;
      if (anchor !== null || issuer === null) return;
      const known = domains.get(issuer) ?? new Set();
      if (known.size < maxDomains) known.add(domain);
      if (domains.size < maxIssuers) domains.set(issuer, known);
    },
    suspects: (issuer) => {
      const known = [...(domains.get(issuer) ?? [])];
      return known.length < fewestDomains || now() < publicUntil ? [] : known;
    },
  };
}

/** The issuers seen by this process. */
export const processIssuers = createIssuerMemory();
