import type { HttpHeader } from '@perimeter/contract/observed/http';
import type { Section, SectionStatus, SectionTable, Tone } from '@perimeter/contract/section';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { documentOfSite } from '../../evidence/site/document/of-site.ts';
import { state, tableOf } from '../../evidence/section.ts';
import type { EvaluatedCheck, EvaluatedPhase } from '../evaluate.ts';
import { securityHeaders, type SecurityHeader } from './security-headers.data.ts';

/** A header with the check that decides. */
interface JudgedHeader {
  header: HttpHeader;
  decides: EvaluatedCheck;
}

/** Most characters of a value in the report; the exchange has all. */
const maxValue = 1_000;

/** The first outcome in this order decides: for a header that is sent, a pass outranks an observation; for a missing one it does not. */
const sentOrder = ['fail', 'inconclusive', 'pass', 'informational', 'not-applicable'] as const;
const missingOrder = ['fail', 'inconclusive', 'informational', 'pass', 'not-applicable'] as const;

const judges = ({ checks }: SecurityHeader, id: string): boolean =>
  checks.some((name) => (name.endsWith('-') ? id.startsWith(name) : id === name));

function judgeHeader(row: SecurityHeader, value: string | null, all: readonly EvaluatedCheck[]): JudgedHeader | null {
  const own = all.filter(({ check }) => judges(row, check.id));
  for (const outcome of value === null ? missingOrder : sentOrder) {
    const decides = own.find(({ result }) => result.outcome === outcome);
    if (decides === undefined) continue;
    const { name, expected } = row;
    return { header: { name, value, expected, verdict: outcome, check: decides.check.id }, decides };
  }
  return null;
}

/** The final document's security headers as judged by the checks; null without a document of the site. */
export function judgedHeaders(evidence: AuditEvidence, phases: readonly EvaluatedPhase[]): JudgedHeader[] | null {
  const document = documentOfSite(evidence);
  if (document === null) return null;
  const checks = phases.flatMap((phase) => phase.checks);
  return securityHeaders.flatMap((row) => {
    const value = combinedValue(document.answer.headers, row.name)?.slice(0, maxValue) ?? null;
    return judgeHeader(row, value, checks) ?? [];
  });
}

const tones: Readonly<Record<HttpHeader['verdict'], Tone>> = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'fair',
  informational: 'neutral',
  'not-applicable': 'neutral',
};

function resultCell({ header: { value, verdict }, decides: { check, result } }: JudgedHeader): SectionStatus {
  const words: Readonly<Record<HttpHeader['verdict'], string>> = {
    pass: value === null ? 'not needed' : 'as expected',
    fail: check.finding,
    inconclusive: `inconclusive: ${result.reason}`,
    informational: value === null ? 'optional' : 'see observations',
    'not-applicable': 'not applicable',
  };
  return state(tones[verdict], words[verdict]);
}

const tableOfHeaders = (headers: readonly JudgedHeader[]): SectionTable =>
  tableOf(
    'Security headers of the final document',
    [
      ['Header', 'code'],
      ['Result', 'status'],
      ['Sent', 'code'],
      ['Expected', 'text'],
    ],
    headers.map((one) => [one.header.name, resultCell(one), one.header.value ?? 'not sent', one.header.expected]),
  );

/** The section of HTTP begins with its security headers. */
export const withHeaders = (sections: readonly Section[], headers: readonly JudgedHeader[] | null): Section[] =>
  sections.map((section) =>
    section.id === 'http' && headers !== null && headers.length > 0
      ? { ...section, tables: [tableOfHeaders(headers), ...section.tables] }
      : section,
  );
