import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { grade } from '@perimeter/contract/grade';
import type { Report } from '@perimeter/contract/report';
import { readEvidence } from '../../../evidence/evidence.ts';
import { modules } from '../../../modules/registry.ts';
import { scoreVector } from '../../../scoring/cvss.ts';
import { evidencePath, goldenSites } from '../../golden.ts';
import { judgeEvidence } from '../../report.ts';
import { storedOutcomes } from '../../report/stored-outcomes.ts';

/** Unparsed evidence: the schema is checked later. */
type Raw = Record<string, unknown>;
type Path = readonly string[];

function reportOf(raw: unknown): Report | null {
  const evidence = readEvidence(raw);
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  return judged.ok ? judged.report : null;
}

const failure = { reason: 'timeout', detail: 'No answer' } as const;

/** The replacement of a hidden answer; null where the value is not an answer. */
function hidden(value: Raw): Raw | null {
  if (value['known'] === true) return { known: false, failure };
  if (value['ok'] === true && 'response' in value) return { ok: false, failure };
  if (
    typeof value['name'] === 'string' &&
    typeof value['type'] === 'string' &&
    Array.isArray(value['cnames']) &&
    value['status'] !== 'servfail'
  )
    return { ...value, status: 'servfail', records: [] };
  const isText = Array.isArray(value['texts']) && ['answer', 'nodata', 'nxdomain'].includes(String(value['status']));
  return isText ? { ...value, status: 'failed', texts: [], failure } : null;
}

/** Every answer in the evidence. */
function answersIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = hidden(value as Raw) === null ? [] : [path];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => answersIn(inner, [...path, key]))];
}

function without(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return hidden(value as Raw);
  const inner = without((value as Raw)[key], rest);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as Raw), [key]: inner };
}

/** Answers that showed faults: without them the faults are unknown, and the score rises by this at most. */
const faults: Readonly<Record<string, number>> = {
  'bad.lab mailTransport.hosts.0.addresses.0.session': 3,
  'bad.lab mailTransport.hosts.0.addresses.0.session.value.ehlo': 2,
};

/** Tests to which silence is the best answer, and what others answer: registries, authorities and lists. */
const mayBeSilent =
  /^(?:vuln-|cors-|svc-|file-|sub-|dnsbl-|tls-(?:sslv2|compression|reneg-|large-hello|group-weak)|dns-(?:axfr-open|open-recursion|aaaa-broken|ns-)|dnssec-ns-|smtp-(?:ciphers-broken|starttls-injection)|cert-revoked|domain-expired|rpki-invalid|dkim-none|http-(?:no-redirect|redirect-downgrade|basic-auth-clear|host-injection)$|cookie-set-over-http)/;

/** The price of each check's own vector, where that is of medium severity or higher. */
const medium: ReadonlySet<string> = new Set(
  modules.flatMap(({ checks }) =>
    checks.flatMap(({ id, cvss }) => (cvss !== undefined && scoreVector(cvss).score >= 4 ? [id] : [])),
  ),
);

/** Nothing that an A+ asks for was hidden: each check that the answer decided is a lesser one, or a test. */
function shines(where: string, whole: Report, report: Report): void {
  const before = new Set(openIn(whole));
  const lost = openIn(report).filter((id) => !before.has(id) && medium.has(id) && !mayBeSilent.test(id));
  assert.deepEqual(lost, [], `${where} keeps the A+`);
}

const openIn = ({ modules: judged }: Report): string[] =>
  judged.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id));

/** The night files that share the answers of each site: one alone would take minutes. */
const files = 4;

/** Hides the answers that fall to a file, one at a time, at each site. */
export function testHiddenAnswers(file: 1 | 2 | 3 | 4): void {
  for (const site of goldenSites())
    test(`${site}: hiding an answer never raises the score, except for faults that only this answer shows`, () => {
      const raw: unknown = JSON.parse(readFileSync(evidencePath(site), 'utf8'));
      const whole = reportOf(raw) ?? assert.fail(site);
      const { total, grade: letter } = whole.score;
      const paths = answersIn(raw);
      for (const path of paths.filter((_, index) => index % files === file - 1)) {
        const where = `${site} ${path.join('.')}`;
        const report = reportOf(without(raw, path));
        if (report === null) continue;
        const most = total + (faults[where] ?? 0);
        assert.ok(report.score.total <= most, `${where}: ${report.score.total} and ${total}`);
        assert.ok(grade.options.indexOf(report.score.grade) >= grade.options.indexOf(letter), where);
        if (report.score.grade === 'A+') shines(where, whole, report);
        assert.notEqual(storedOutcomes(report), null, where);
      }
      assert.ok(paths.length > 100, `${paths.length} answers`);
    });
}
