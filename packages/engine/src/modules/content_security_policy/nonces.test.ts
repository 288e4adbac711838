import { answered, chained, html } from '../derive/http/testing/evidence.ts';
import { testPageRows, withPage } from '../derive/http/testing/page.ts';
import type { PageSiteEvidence } from '../derive/http/page-check.ts';
import { cspFallback, cspNonceStatic, cspNonceWeak, cspStrictDynamicOrphan } from './nonces.ts';
import { lively, noAnswer, type PageRow, policed, strict } from './testing/policies.ts';

const first = '0123456789abcdefABCDEF';
const other = 'zyxwvutsrqponmlkjihgfe';
const header = (nonce: string): string => `Content-Security-Policy: script-src 'nonce-${nonce}'`;

interface Twice {
  second?: string;
  lines?: readonly string[];
  sameBody?: boolean;
}

/** A document that was fetched twice. */
function twice({ second = first, lines = [], sameBody = false }: Twice): PageSiteEvidence {
  const both = ['Content-Type: text/html; charset=utf-8', ...lines];
  const evidence = chained([answered('document', [...both, header(first)], { body: lively })]);
  const exchange = { ...answered('again', [...both, header(second)], { body: lively }), purpose: 'again' as const };
  const http = { ...evidence.http, exchanges: [...evidence.http.exchanges, exchange] };
  const again = { exchange: 'again', nonces: [], sameBody, sameWithoutNonces: sameBody };
  return withPage({ ...evidence, http }, { again });
}

const rows: PageRow[] = [
  [cspNonceWeak, '8 characters', policed("script-src 'nonce-abcdefgh'"), 'fail', /fewer than 22/],
  [cspNonceWeak, '22 characters', policed(`script-src 'nonce-${first}'`), 'pass'],
  [cspNonceWeak, 'a short nonce for styles alone', policed("script-src 'self'; style-src 'nonce-a'"), 'not-applicable'],
  [cspNonceWeak, 'silence', noAnswer, 'inconclusive'],
  [cspNonceStatic, 'the same nonce in pages that differ', twice({}), 'fail', /same nonce/],
  [
    cspNonceStatic,
    'the same nonce where nothing may be stored',
    twice({ sameBody: true, lines: ['Cache-Control: no-store'] }),
    'fail',
  ],
  [cspNonceStatic, 'the same page twice', twice({ sameBody: true }), 'inconclusive', /perhaps from a cache/],
  [cspNonceStatic, 'an answer from a cache', twice({ lines: ['Age: 7'] }), 'not-applicable', /cache/],
  [cspNonceStatic, 'a hit', twice({ lines: ['CF-Cache-Status: HIT'] }), 'not-applicable'],
  [cspNonceStatic, 'another nonce', twice({ second: other }), 'pass'],
  [cspNonceStatic, 'one request', policed(`script-src 'nonce-${first}'`), 'inconclusive'],
  [cspNonceStatic, 'no nonce', policed("script-src 'self'"), 'not-applicable'],
  [
    cspStrictDynamicOrphan,
    'neither nonce nor hash',
    policed("script-src 'strict-dynamic' https:"),
    'fail',
    /no script runs/,
  ],
  [cspStrictDynamicOrphan, 'a nonce', policed(strict), 'pass'],
  [cspStrictDynamicOrphan, 'no policy', withPage(html([])), 'not-applicable'],
  [cspFallback, 'none', policed(strict), 'informational', /Browsers without support/],
  [cspFallback, 'https:', policed(strict.replace("'strict-dynamic'", "'strict-dynamic' https:")), 'pass'],
  [cspFallback, 'no strict-dynamic', policed("script-src 'self'"), 'not-applicable'],
];

testPageRows(rows);
