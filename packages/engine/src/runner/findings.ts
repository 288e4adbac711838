import type { CategoryKey } from '@perimeter/contract/category';
import type { Finding, Observation, Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Check } from '../catalogue/check.ts';
import type { FindingDraft, Location, ObservationDraft, Settled } from '../catalogue/outcome.ts';
import { prose } from '../catalogue/prose.data.ts';
import { vectors } from '../catalogue/vectors.data.ts';
import { scoreVector } from '../scoring/cvss.ts';
import { sha256Hex } from '../net/sha256.ts';
import { compareText } from '@perimeter/contract/text/order';

const sha256 = (parts: readonly (string | number)[]): string => sha256Hex(parts.join('\0'));

/** Longer evidence is cut, with a note. */
const maxEvidenceLength = 8192;

const withinLimit = (text: string): string =>
  text.length <= maxEvidenceLength
    ? text
    : `${text.slice(0, maxEvidenceLength)}\n[cut: ${text.length - maxEvidenceLength} more characters]`;

/** The default URL of a location: the host's HTTPS origin, or host and port of another service. */
function urlOf({ url, host, port = 443 }: Location): string {
  if (url !== undefined) return url;
  if (port === 443) return `https://${host}/`;
  return port === 25 ? `smtp://${host}:25` : `tcp://${host}:${port}`;
}

/** Stable between audits: SHA-256 of check, host, port and subject. */
export const fingerprintOf = (of: { checkId: string; host: string; port: number | null; subject: string }): string =>
  sha256([of.checkId, of.host, of.port ?? '', of.subject]);

/** Common members of findings and observations. The fingerprint omits the address, so that it survives a move to another server. */
function located(check: Check, category: CategoryKey, draft: Settled<ObservationDraft>): Omit<Observation, 'id'> {
  const { location, subject = '' } = draft;
  return {
    checkId: check.id,
    category,
    title: check.finding,
    description: draft.description,
    affectedUrl: urlOf(location),
    host: location.host,
    port: location.port ?? null,
    address: location.address ?? null,
    evidence: withinLimit(draft.evidence),
    fingerprint: fingerprintOf({ checkId: check.id, host: location.host, port: location.port ?? null, subject }),
    references: [...check.references],
  };
}

/** An id that is unique within a report and stable for the same result at the same place. */
const idOf = (prefix: string, { fingerprint, address }: Omit<Observation, 'id'>): string =>
  `${prefix}_${sha256([fingerprint, address ?? '']).slice(0, 20)}`;

/** Turns a draft into a finding: severity from the vector, prose from the topic, a stable id. */
export function toFinding(check: Check, category: CategoryKey, draft: Settled<FindingDraft>): Finding {
  const cvssVector = draft.cvss === undefined ? check.cvss : vectors[draft.cvss];
  if (cvssVector === undefined) throw new Error(`Check ${check.id} fails but has no CVSS vector`);
  const { score, severity } = scoreVector(cvssVector);
  const own = prose[check.id];
  const fix = prose[draft.fixOf ?? check.id]?.fix;
  if (severity === null) throw new Error(`Check ${check.id} fails with a vector of severity None`);
  if (own === undefined || fix === undefined) throw new Error(`Check ${check.id} has no prose`);
  const place = located(check, category, draft);
  return {
    id: idOf('fnd', place),
    severity,
    cvss: score,
    cvssVector,
    confidence: draft.confidence ?? 'confirmed',
    cwe: [...check.cwe],
    remediation: { ...own, fix },
    ...place,
  };
}

/** Turns a check's draft into an observation. */
export function toObservation(check: Check, category: CategoryKey, draft: Settled<ObservationDraft>): Observation {
  const place = located(check, category, draft);
  return { id: idOf('obs', place), ...place };
}

/** Most severe first, then by check and place: independent of the audit's order. */
export const byGravity = (a: Finding, b: Finding): number =>
  b.cvss - a.cvss ||
  compareText(a.checkId, b.checkId) ||
  compareText(a.affectedUrl, b.affectedUrl) ||
  compareText(a.id, b.id);

/** The number of findings by severity. */
export function countSeverities(findings: readonly Finding[]): Report['severities'] {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
}
