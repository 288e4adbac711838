import { besideHttp2 } from '../derive/http/testing/evidence.ts';
import { testPageRows } from '../derive/http/testing/page.ts';
import { cspStyleUnsafeInline, cspTrustedTypes, cspUnsafeEval, cspUnsafeHashes, cspUnsafeInline } from './inline.ts';
import { noAnswer, noDocument, type PageRow, policed, sent, strict } from './testing/policies.ts';

const rows: PageRow[] = [
  [cspUnsafeInline, 'the keyword', policed("script-src 'self' 'unsafe-inline'"), 'fail', /script-src 'unsafe-inline'/],
  [cspUnsafeInline, 'the keyword by default-src, in capitals', policed("DEFAULT-SRC 'Unsafe-Inline'"), 'fail'],
  [
    cspUnsafeInline,
    'the keyword over HTTP/2 alone',
    besideHttp2(policed("script-src 'self'"), ["content-security-policy: script-src 'self' 'unsafe-inline'"]),
    'inconclusive',
    /Over HTTP\/2.*'unsafe-inline' \(over HTTP\/1\.1: script-src 'self'\)/,
  ],
  [
    cspUnsafeInline,
    'another nonce over HTTP/2',
    besideHttp2(policed("script-src 'nonce-b2xkZXJvbGRlcm9sZGVy'"), [
      "content-security-policy: script-src 'nonce-bmV3ZXJuZXdlcm5ld2Vy'",
    ]),
    'pass',
  ],
  [
    cspUnsafeInline,
    'the keyword beside a nonce',
    policed(`${strict.replace("'strict-dynamic'", "'unsafe-inline'")}`),
    'pass',
  ],
  [
    cspUnsafeInline,
    'the keyword beside strict-dynamic',
    policed("script-src 'strict-dynamic' 'unsafe-inline'"),
    'pass',
  ],
  [
    cspUnsafeInline,
    'the keyword beside hashes glued together',
    policed("script-src 'unsafe-inline' 'sha256-abc''sha256-def'"),
    'fail',
  ],
  [
    cspUnsafeInline,
    'closed by a second header',
    sent("Content-Security-Policy: default-src 'self'", "Content-Security-Policy: script-src * 'unsafe-inline'"),
    'pass',
  ],
  [
    cspUnsafeInline,
    'handlers alone',
    policed("script-src-elem 'self'; script-src-attr 'unsafe-inline'"),
    'fail',
    /event handler/,
  ],
  [cspUnsafeInline, 'no policy', sent(), 'not-applicable', /No enforced policy restricts/],
  [cspUnsafeInline, 'silence', noAnswer, 'inconclusive'],
  [cspUnsafeEval, 'the keyword', policed("script-src 'self' 'unsafe-eval'"), 'fail', /eval/],
  [cspUnsafeEval, 'script-src-elem alone, which eval does not look at', policed("script-src-elem 'self'"), 'fail'],
  [cspUnsafeEval, 'no keyword', policed("script-src 'self'"), 'pass'],
  [
    cspUnsafeEval,
    'Trusted Types',
    policed("script-src 'self' 'unsafe-eval'; require-trusted-types-for 'script'"),
    'pass',
  ],
  [cspUnsafeEval, 'JSON', noDocument, 'not-applicable'],
  [
    cspUnsafeHashes,
    'the keyword',
    policed("script-src 'sha256-abc=' 'unsafe-hashes'"),
    'informational',
    /event handlers/,
  ],
  [cspUnsafeHashes, 'the keyword without a hash', policed("script-src 'self' 'unsafe-hashes'"), 'pass'],
  [
    cspUnsafeHashes,
    'the keyword in a list that decides nothing',
    policed("default-src 'sha256-abc=' 'unsafe-hashes'; script-src 'self'"),
    'pass',
  ],
  [cspUnsafeHashes, 'WebAssembly', policed("script-src 'self' 'wasm-unsafe-eval'"), 'informational', /WebAssembly/],
  [cspUnsafeHashes, 'neither', policed("script-src 'self'"), 'pass'],
  [cspUnsafeHashes, 'silence', noAnswer, 'inconclusive'],
  [cspTrustedTypes, 'not required', policed(strict), 'informational', /innerHTML/],
  [cspTrustedTypes, 'required', policed(`${strict}; require-trusted-types-for 'script'`), 'pass'],
  [cspTrustedTypes, 'silence', noAnswer, 'inconclusive'],
  [
    cspStyleUnsafeInline,
    'inline styles',
    policed("default-src 'self'; style-src 'unsafe-inline'"),
    'informational',
    /style/,
  ],
  [
    cspStyleUnsafeInline,
    'attributes alone',
    policed("default-src 'self'; style-src 'nonce-a'; style-src-attr 'unsafe-inline'"),
    'informational',
    /style-src-attr 'unsafe-inline'/,
  ],
  [
    cspStyleUnsafeInline,
    'no directive',
    policed("script-src 'self'"),
    'informational',
    /No directive restricts it\.$/m,
  ],
  [cspStyleUnsafeInline, 'none', policed("default-src 'self'"), 'pass'],
  [cspStyleUnsafeInline, 'silence', noAnswer, 'inconclusive'],
];

testPageRows(rows);
