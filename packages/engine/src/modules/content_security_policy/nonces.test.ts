import { answered, chained, html } from '../derive/http/testing/evidence.ts';
import { testPageRows, withPage } from '../derive/http/testing/page.ts';
import { cspFallback, cspNonceStatic, cspNonceWeak, cspStrictDynamicOrphan } from './nonces.ts';
import { lively, noAnswer, type PageRow, policed, strict } from './testing/policies.ts';
import type { PageSiteEvidence } from '../../evidence/site/document/read-page.ts';

const first = '0123456789abcdefABCDEF';
const other = 'zyxwvutsrqponmlkjihgfe';
const header = (nonce: string): string => `Content-Security-Policy: script-src 'nonce-${nonce}'`;

interface Twice {
  second?: string;
  lines?: readonly string[];
  sameBody?: boolean;
  status?: number;
}

/** A document fetched twice. */
function twice({ second = first, lines = [], sameBody = false, status = 200 }: Twice): PageSiteEvidence {
  const both = ['Content-Type: text/html; charset=utf-8', ...lines];
  const evidence = chained([answered('document', [...both, header(first)], { body: lively })]);
  const exchange = {
    ...answered('again', [...both, header(second)], { body: lively, status }),
    purpose: 'again' as const,
  };
  const http = { ...evidence.http, exchanges: [...evidence.http.exchanges, exchange] };
  const again = { exchange: 'again', nonces: [], sameBody, sameWithoutNonces: sameBody };
  return withPage({ ...evidence, http }, { again });
}

/** A document with its policy only in a meta element, fetched twice. */
function metaTwice(policyNonces: string[] | undefined): PageSiteEvidence {
  const lines = ['Content-Type: text/html; charset=utf-8'];
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-${first}'">`;
  const evidence = chained([answered('document', lines, { body: `<head>${policy}</head>${lively}` })]);
  const exchange = { ...answered('again', lines, { body: lively }), purpose: 'again' as const };
  const http = { ...evidence.http, exchanges: [...evidence.http.exchanges, exchange] };
  const read = policyNonces === undefined ? {} : { policyNonces };
  const again = { exchange: 'again', nonces: [], sameBody: false, sameWithoutNonces: false, ...read };
  return withPage({ ...evidence, http }, { again });
}

const rows: PageRow[] = [
  [cspNonceWeak, '8 characters', policed("script-src 'nonce-abcdefgh'"), 'fail', /fewer than 22/],
  [cspNonceWeak, '22 characters', policed(`script-src 'nonce-${first}'`), 'pass'],
  [cspNonceWeak, 'a short nonce for styles alone', policed("script-src 'self'; style-src 'nonce-a'"), 'not-applicable'],
  [
    cspNonceWeak,
    'one in a list that does not decide',
    policed("default-src 'nonce-a'; script-src 'self'"),
    'not-applicable',
  ],
  [
    cspNonceWeak,
    'one that script-src-elem overrules',
    policed("script-src 'nonce-a'; script-src-elem 'self'"),
    'not-applicable',
  ],
  [cspNonceWeak, 'one for handlers alone', policed("script-src 'self'; script-src-attr 'nonce-a'"), 'not-applicable'],
  [cspNonceWeak, 'one in default-src, which decides', policed("default-src 'nonce-a'"), 'fail'],
  [
    cspNonceWeak,
    'one that another policy overrules',
    policed("script-src 'nonce-a', script-src 'self'"),
    'not-applicable',
  ],
  [cspNonceWeak, 'one beside another policy that takes it', policed("script-src 'nonce-a', img-src 'self'"), 'fail'],
  [cspNonceWeak, 'one in a sandbox without scripts', policed("script-src 'nonce-a'; sandbox"), 'not-applicable'],
  [cspNonceWeak, 'silence', noAnswer, 'inconclusive'],
  [cspNonceStatic, 'the same nonce in pages that differ', twice({}), 'fail', /same nonce/],
  [
    cspNonceStatic,
    'the same nonce where nothing may be stored',
    twice({ sameBody: true, lines: ['Cache-Control: no-store'] }),
    'fail',
  ],
  [cspNonceStatic, 'the same page twice', twice({ sameBody: true }), 'inconclusive', /perhaps from a cache/],
  [
    cspNonceStatic,
    'an answer from a cache',
    twice({ lines: ['Age: 7'] }),
    'informational',
    /one nonce for all[^]*Age: 7/,
  ],
  [cspNonceStatic, 'a hit', twice({ lines: ['CF-Cache-Status: HIT'] }), 'informational', /HIT/],
  ...[
    'X-Vercel-Cache: HIT',
    'X-Vercel-Cache: STALE',
    'X-LiteSpeed-Cache: hit,private',
    'X-Cache: TCP_HIT',
    'X-Cache: TCP_MEM_HIT from edge',
    'X-Cache: RefreshHit from cloudfront',
    'X-Varnish: 32770 5',
    'CF-Cache-Status: UPDATING',
  ].map((line): PageRow => [
    cspNonceStatic,
    line,
    twice({ sameBody: true, lines: [line] }),
    'informational',
    /A cache/,
  ]),
  ...['X-Cache: TCP_MISS', 'X-Varnish: 32770', 'X-Vercel-Cache: MISS', 'X-Cache: white'].map((line): PageRow => [
    cspNonceStatic,
    line,
    twice({ sameBody: true, lines: [line] }),
    'inconclusive',
    /perhaps from a cache/,
  ]),
  [cspNonceStatic, 'another nonce', twice({ second: other }), 'pass'],
  [
    cspNonceStatic,
    'an answer from a cache that puts a new nonce in',
    twice({ second: other, lines: ['Age: 7'] }),
    'pass',
  ],
  [cspNonceStatic, 'a second answer that is an error', twice({ status: 500 }), 'inconclusive', /no nonce to compare/],
  [cspNonceStatic, 'a meta policy alone, with the same nonce', metaTwice([first]), 'fail', /same nonce/],
  [cspNonceStatic, 'a meta policy alone, with another nonce', metaTwice([other]), 'pass'],
  [cspNonceStatic, 'a meta policy alone, of an earlier audit', metaTwice(undefined), 'inconclusive'],
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
  [
    cspStrictDynamicOrphan,
    'in a list that does not decide',
    policed("default-src 'strict-dynamic'; script-src 'self'"),
    'pass',
  ],
  [
    cspStrictDynamicOrphan,
    'one that script-src-elem overrules',
    policed("script-src 'strict-dynamic'; script-src-elem 'self'"),
    'pass',
  ],
  [
    cspStrictDynamicOrphan,
    'for handlers alone',
    policed("script-src 'self'; script-src-attr 'strict-dynamic'"),
    'pass',
  ],
  [cspStrictDynamicOrphan, 'in default-src, which decides', policed("default-src 'strict-dynamic'"), 'fail'],
  [
    cspFallback,
    'in a list that does not decide',
    policed("default-src 'nonce-a' 'strict-dynamic'; script-src 'self'"),
    'not-applicable',
  ],
  [cspFallback, 'https:', policed(strict.replace("'strict-dynamic'", "'strict-dynamic' https:")), 'pass'],
  [cspFallback, 'no strict-dynamic', policed("script-src 'self'"), 'not-applicable'],
];

testPageRows(rows);
