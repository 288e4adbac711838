import type { Section } from '@perimeter/contract/section';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type AuditEvidence, readEvidence } from '../../evidence.ts';
import { cspMember, cspOf } from './csp.ts';
import { cspSection } from './csp-section.ts';
import { cookiesOf } from '../cookies/cookies.ts';
import { readCookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';

const recorded = path.join(import.meta.dirname, '../../../../golden/good.lab.evidence.json');
const good: unknown = JSON.parse(readFileSync(recorded, 'utf8'));

/** The recorded site with other header lines on its final document. */
function withHeaders(
  lines: readonly (readonly [string, string])[],
  change: (evidence: AuditEvidence) => void = () => {},
) {
  const evidence = readEvidence(structuredClone(good));
  const final = evidence.http?.exchanges.find(({ id }) => id === evidence.http?.finalDocument);
  assert.ok(final?.result.ok);
  final.result.response.headers = [
    ['Content-Type', 'text/html; charset=utf-8'],
    ...lines.map(([a, b]): [string, string] => [a, b]),
  ];
  change(evidence);
  return evidence;
}

const rowsOf = (section: Section | null, caption: string): unknown[][] =>
  section?.tables.find((table) => table.caption === caption)?.rows ?? [];

const csp = 'Content-Security-Policy';

test('a document without a policy has its level and no list of open attacks', () => {
  const section = cspSection(withHeaders([]));
  assert.deepEqual(
    section?.tables.map(({ caption }) => caption),
    ['Protection'],
  );
  assert.equal(cspMember(withHeaders([]))?.level, 'none');
});

test('each directive has its verdict, report-only policies stand apart, and open attacks come first', () => {
  const evidence = withHeaders([
    [csp, "default-src 'self'; script-src 'self' 'unsafe-inline'; frobnicate x"],
    [`${csp}-Report-Only`, "script-src 'none'"],
  ]);
  const section = cspSection(evidence);
  assert.deepEqual(
    section?.tables.map(({ caption }) => caption),
    ['Protection', 'Attacks that the policies leave open', 'Directives', 'Directives of report-only policies'],
  );
  assert.deepEqual(rowsOf(section, 'Attacks that the policies leave open')[0], [
    { text: 'Inject an inline script', tone: 'bad' },
    "script-src 'unsafe-inline'",
  ]);
  const verdicts = rowsOf(section, 'Directives').map(([name, result]): [unknown, string] => [
    name,
    JSON.stringify(result),
  ]);
  assert.deepEqual(verdicts.map(([name]) => name).slice(0, 3), ['default-src', 'script-src', 'frobnicate']);
  assert.match(verdicts[1]?.[1] ?? '', /weak: allows inline code/);
  assert.match(verdicts[2]?.[1] ?? '', /ignored: unknown directive/);
  const member = cspMember(evidence);
  assert.deepEqual(
    member?.policies.map(({ source }) => source),
    ['header', 'report-only'],
  );
  assert.ok(member?.absent.some(({ name, fallsBackTo }) => name === 'object-src' && fallsBackTo === 'default-src'));
  assert.equal(member?.questions.find(({ name }) => name === 'inline-script')?.open, true);
});

test('X-Frame-Options closes what a policy without frame-ancestors leaves open', () => {
  const open = (lines: readonly (readonly [string, string])[]): boolean =>
    rowsOf(cspSection(withHeaders(lines)), 'Attacks that the policies leave open').some(([attack]) =>
      JSON.stringify(attack).includes('Frame the page from any site'),
    );
  assert.ok(open([[csp, "default-src 'self'"]]));
  assert.ok(
    !open([
      [csp, "default-src 'self'"],
      ['X-Frame-Options', 'DENY'],
    ]),
  );
});

test('policies of a wall or of another site say nothing of the target', () => {
  const elsewhere = withHeaders([[csp, "default-src 'self'"]], ({ target }) => {
    target.registrableDomain = 'other.lab';
  });
  assert.equal(cspSection(elsewhere), null);
  const walled = withHeaders([[csp, "default-src 'self'"]], ({ http }) => {
    for (const { result } of http?.exchanges ?? []) if (result.ok) result.response.status = 429;
  });
  assert.equal(cspSection(walled), null);
});

test('a cookie is listed once, with the reason why browsers drop it, and without its value', () => {
  const evidence = withHeaders([], ({ http }) => {
    for (const exchange of http?.exchanges ?? [])
      if (exchange.url.startsWith('https:'))
        exchange.setCookies = [
          readCookieFacts('__Host-id=secret-value; Secure; Path=/; HttpOnly; Max-Age=99999999', 'https'),
          readCookieFacts('cross=secret-value; SameSite=None', 'https'),
        ];
  });
  const cookies = cookiesOf(evidence) ?? [];
  const hosts = new Set(cookies.map(({ host }) => host));
  assert.equal(cookies.length, 2 * hosts.size);
  const [id] = cookies;
  assert.deepEqual([id?.name, id?.rejected, id?.lifetimeSeconds], ['__Host-id', null, 400 * 86_400]);
  assert.equal(cookies.at(-1)?.rejected, 'same-site-none-without-secure');
  assert.ok(!JSON.stringify(cookies).includes('secret-value'));
  assert.equal(cookiesOf({ target: evidence.target }), null);
});

test('the policies of an audit are judged once, whoever asks for them', () => {
  const evidence = withHeaders([[csp, "default-src 'self'"]]);
  assert.ok(cspOf(evidence) !== null);
  assert.equal(cspOf(evidence)?.judged, cspOf(evidence)?.judged);
});
