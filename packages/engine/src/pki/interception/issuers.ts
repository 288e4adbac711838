import { dayMs } from '@perimeter/protocols/durations';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { PathVerdict } from '../../evidence/certificates/schema.ts';

/** Who issued what a name serves. */
export interface NamedIssuer {
  /** The registrable domain of the name. */
  domain: string;
  /** What the path ends in; null: no root of the public, and none that the operator added. */
  anchor: PathVerdict['anchor'];
  /** The issuer of the leaf by name; null where the leaf is its own, or does not name the host. */
  issuer: string | null;
}

/** The issuer of a chain, as far as it could be a proxy's: such a proxy makes a leaf for each name. */
export function namedIssuer(domain: string, verdict: PathVerdict, leaf: ParsedCertificate | null): NamedIssuer {
  const isOther = verdict.problems.some(({ code }) => code === 'name-mismatch');
  const issuer = leaf === null || isOther || leaf.issuer.text === leaf.subject.text ? null : leaf.issuer.text;
  return { domain, anchor: verdict.anchor, issuer: verdict.anchor === 'public' ? null : issuer };
}

/** What a process has seen of issuers: enough to tell a proxy on the way from a site with a certificate of its own making. */
export interface IssuerMemory {
  note: (seen: NamedIssuer) => void;
  /** The domains that an unknown issuer signs for, where it signs for unrelated ones and nobody else was seen; else none. */
  suspects: (issuer: string) => readonly string[];
}

/** Unrelated domains with certificates of one unknown issuer: two may have one owner. */
const fewestDomains = 3;
/** For so long a chain to a public root tells that nothing stands in between. */
const publicMs = dayMs;
const maxIssuers = 1_000;
const maxDomains = 10;

/** A memory of issuers; the clock is given only by tests. */
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

/** What this process has seen. */
export const processIssuers = createIssuerMemory();
