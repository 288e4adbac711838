import type { ComparedFinding, Comparison } from '@perimeter/contract/compare';
import { type Severity, severity } from '@perimeter/contract/finding';
import { isBelowDomain } from '@perimeter/protocols/domain/below';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { ComparedReport } from './compared-report.ts';
import { compareText } from '@perimeter/contract/text/order';

/**
 * A host relative to an audited domain, so that places of two domains can be compared: @ for the domain and its www,
 * the prefix for a subdomain, ^ for the registrable parent domain. A third party's host, such as a mail provider's, is
 * kept as it is.
 */
export function relativeHost(host: string, domain: string): string {
  if (host === domain || host === `www.${domain}`) return '@';
  if (isBelowDomain(host, domain)) return host.slice(0, -domain.length - 1);
  const registrable = registrableDomainOf(domain) ?? domain;
  if (host === registrable || host === `www.${registrable}`) return '^';
  return isBelowDomain(host, registrable) ? `${host.slice(0, -registrable.length)}^` : host;
}

const rank = (of: Severity): number => severity.options.indexOf(of);

/** Most severe first, then by check and place. */
const byGravity = (a: ComparedFinding, b: ComparedFinding): number =>
  rank(a.severity) - rank(b.severity) ||
  compareText(a.checkId, b.checkId) ||
  compareText(a.host, b.host) ||
  (a.port ?? 0) - (b.port ?? 0);

type Places = Map<string, ComparedFinding>;

function addSide(places: Places, { domain, findings }: ComparedReport, side: 'countA' | 'countB'): void {
  for (const { checkId, category, title, severity, host: absolute, port } of findings) {
    const host = relativeHost(absolute, domain);
    const key = JSON.stringify([checkId, host, port]);
    const known = places.get(key) ?? { checkId, category, title, severity, host, port, countA: 0, countB: 0 };
    const worst = rank(severity) < rank(known.severity) ? severity : known.severity;
    places.set(key, { ...known, severity: worst, [side]: known[side] + 1 });
  }
}

/**
 * The failed checks with places and sides. Findings are matched by check, relative host and port, because fingerprints
 * include the absolute host and paths differ between sites. Several findings at one place, such as one per cookie, are
 * counted.
 */
export function compareFindings(a: ComparedReport, b: ComparedReport): Comparison['findings'] {
  const places: Places = new Map();
  addSide(places, a, 'countA');
  addSide(places, b, 'countB');
  const sorted = [...places.values()].toSorted(byGravity);
  return {
    onlyInA: sorted.filter(({ countB }) => countB === 0),
    onlyInB: sorted.filter(({ countA }) => countA === 0),
    inBoth: sorted.filter(({ countA, countB }) => countA > 0 && countB > 0),
  };
}
