import type { Check } from '../../catalogue/check.ts';
import { type Outcome, openBy } from '../../catalogue/outcome.ts';
import type { AuditEvidence, EvidenceKind } from '../../evidence/evidence.ts';

/** Evidence in which a TLS-intercepting proxy replaces the server. */
const seenThroughTls: ReadonlySet<EvidenceKind> = new Set(['tls', 'vulnerabilities', 'history']);

/** The outcome of TLS and certificate checks where a proxy answered for the server; null elsewhere. */
export function outcomeBehindProxy({ needs }: Check, { certificates }: AuditEvidence): Outcome | null {
  const interception = certificates?.interception ?? null;
  if (interception === null || !needs.some((kind) => seenThroughTls.has(kind))) return null;
  return openBy('proxy-before-us', { issuer: interception.issuer, names: interception.names.slice(0, 3).join(', ') });
}
