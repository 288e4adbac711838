import { rowTester } from '../../../catalogue/testing/rows.ts';
import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { answered, failed, html, silent } from '../../derive/http/testing/evidence.ts';
import { hdrErrorpageGap, hdrPagesGap, hdrV4V6Gap } from './gaps.ts';
import type { BehaviourSiteEvidence } from '../../derive/subjects/behaviour.ts';

const guards = [
  'Strict-Transport-Security: max-age=63072000',
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options: nosniff',
];
const markup = 'Content-Type: text/html; charset=utf-8';
const page = (id: string, lines: readonly string[], status = 200): HttpExchange => ({
  ...answered(id, [markup, ...lines], { status, reason: 'x', body: '<!doctype html><title>x</title>' }),
  url: `https://site.lab/${id}`,
});

const asked = (lines: readonly string[], behaviour: Partial<BehaviourEvidence>): BehaviourSiteEvidence => ({
  ...html(lines),
  behaviour: { ...noBehaviour, notAsked: null, url: 'https://site.lab/', ...behaviour },
});
const errors = (...pages: readonly HttpExchange[]): BehaviourSiteEvidence =>
  asked(guards, { exchanges: [...pages], errorPages: pages.map(({ id }) => ({ path: `/${id}`, exchange: id })) });
const linked = (...pages: readonly HttpExchange[]): BehaviourSiteEvidence =>
  asked(guards, { exchanges: [...pages], linkedPages: pages.map(({ id }) => ({ path: `/${id}`, exchange: id })) });
const nothing = { ...silent, behaviour: noBehaviour };

/** The document over IPv4, and with these header lines over IPv6. */
function families(lines: readonly string[]): BehaviourSiteEvidence {
  const base = asked(guards, {});
  const other = { ...page('six', lines), address: '2001:db8::10', purpose: 'address' as const };
  const facts = { status: 200, title: null, simhash: null };
  return {
    ...base,
    http: { ...base.http, exchanges: [...base.http.exchanges, other] },
    behaviour: {
      ...base.behaviour,
      families: {
        ipv4: { ...facts, exchange: String(base.http.finalDocument) },
        ipv6: { ...facts, exchange: 'six' },
      },
    },
  };
}

const json = { ...page('data', []), ...answered('data', ['Content-Type: application/json'], { body: '{}' }) };
const challenge = answered('wall', [markup, 'cf-mitigated: challenge'], { status: 403, reason: 'x' });

rowTester((evidence: BehaviourSiteEvidence) => evidence)([
  [hdrErrorpageGap, 'without headers', errors(page('a.php', [], 404)), 'fail', /nosniff, protection against framing/],
  [hdrErrorpageGap, 'with all of them', errors(page('a.php', guards, 404), page('a', guards, 404)), 'pass'],
  [
    hdrErrorpageGap,
    'one of two',
    errors(page('a.php', guards, 404), page('b', guards.slice(0, 2), 404)),
    'fail',
    /\/b has not/,
  ],
  [hdrErrorpageGap, 'of JSON', errors(json), 'not-applicable'],
  [hdrErrorpageGap, 'of a wall', errors(challenge), 'not-applicable'],
  [hdrErrorpageGap, 'without an answer', errors(failed('a.php', 'timeout')), 'inconclusive'],
  [hdrErrorpageGap, 'of a document without any', asked([], { errorPages: [] }), 'not-applicable'],
  [hdrErrorpageGap, 'of a standard audit', asked(guards, {}), 'not-applicable'],
  [hdrErrorpageGap, 'silence', nothing, 'inconclusive'],
  [hdrPagesGap, 'weaker', linked(page('about', guards.slice(1))), 'fail', /Strict-Transport-Security/],
  [hdrPagesGap, 'alike', linked(page('about', guards)), 'pass'],
  [
    hdrPagesGap,
    'framing by the older header',
    linked(
      page('about', [
        ...guards.slice(0, 1),
        guards[2] ?? '',
        "Content-Security-Policy: default-src 'self'",
        'X-Frame-Options: DENY',
      ]),
    ),
    'pass',
  ],
  [hdrPagesGap, 'no links', linked(), 'not-applicable'],
  [hdrPagesGap, 'silence', nothing, 'inconclusive'],
  [hdrV4V6Gap, 'weaker over IPv6', families([]), 'fail', /Over IPv6 \(2001:db8::10\)/],
  [hdrV4V6Gap, 'alike', families(guards), 'pass'],
  [hdrV4V6Gap, 'one family', asked(guards, {}), 'not-applicable'],
  [hdrV4V6Gap, 'silence', nothing, 'inconclusive'],
]);
