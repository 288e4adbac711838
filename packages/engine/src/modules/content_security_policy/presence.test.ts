import { besideHttp2, cutShort, html } from '../derive/http/testing/evidence.ts';
import { testPageRows, withPage } from '../derive/http/testing/page.ts';
import { cspLevel, cspMissing, cspReportOnly, cspScriptUnrestricted, cspUnparsable } from './presence.ts';
import {
  lively,
  meta,
  metaPage,
  noAnswer,
  noDocument,
  type PageRow,
  policed,
  sent,
  strict,
} from './testing/policies.ts';

const reportOnly = sent("Content-Security-Policy-Report-Only: default-src 'self'");
const login = withPage(html([], { status: 401, reason: 'Unauthorized', body: lively }));

const csp = "Content-Security-Policy: default-src 'self'";

const rows: PageRow[] = [
  [cspMissing, 'a header over HTTP/2 alone', besideHttp2(sent(), [csp]), 'inconclusive', /not over HTTP\/1\.1/],
  [cspMissing, 'a header over HTTP/1.1 alone', besideHttp2(sent(csp), []), 'inconclusive', /not over HTTP\/2/],
  [cspMissing, 'a header over both', besideHttp2(sent(csp), [csp]), 'pass'],
  [
    cspScriptUnrestricted,
    'no rule for scripts over HTTP/2',
    besideHttp2(sent(csp), ['content-security-policy: img-src *']),
    'inconclusive',
    /Over HTTP\/2.*: img-src \* \(over HTTP\/1\.1: default-src 'self'\)/,
  ],
  [
    cspScriptUnrestricted,
    'another rule for scripts over HTTP/2',
    besideHttp2(sent(csp), ["content-security-policy: default-src 'none'"]),
    'pass',
  ],
  [cspMissing, 'no header and no meta element', sent(), 'fail', /Neither a Content-Security-Policy header/],
  [cspMissing, 'nothing runs on the page', withPage(html([])), 'fail', /no script, event handler or form/],
  [cspMissing, 'a header', policed("default-src 'self'"), 'pass'],
  [cspMissing, 'a header in capitals', sent("CONTENT-SECURITY-POLICY: default-src 'self'"), 'pass'],
  [cspMissing, 'a meta element', metaPage(meta("default-src 'self'")), 'pass'],
  [cspMissing, 'a meta element in the body', metaPage('', meta("default-src 'self'")), 'fail'],
  [cspMissing, 'a policy that only reports', reportOnly, 'pass', /report-only/],
  [
    cspMissing,
    'a body that was cut off',
    withPage(cutShort([], { body: '<title>' })),
    'inconclusive',
    /not read completely/,
  ],
  [
    cspMissing,
    'a body that was cut off within the head',
    withPage(cutShort([], { body: '<head><title>x</title><script>go()</script>' })),
    'inconclusive',
  ],
  [
    cspMissing,
    'a body that was cut off after the head',
    withPage(cutShort([], { body: '<head><title>x</title></head><body><p' })),
    'fail',
  ],
  [
    cspMissing,
    'a meta element, and a body that was cut off after the head',
    withPage(cutShort([], { body: `<head>${meta("default-src 'self'")}</head><body>` })),
    'pass',
  ],
  [
    cspMissing,
    'a page that is longer than what is read',
    withPage(html([], { body: `<title>x</title><p>${'words '.repeat(200_000)}` })),
    'fail',
  ],
  [cspMissing, 'JSON', noDocument, 'not-applicable'],
  [cspMissing, 'a login', login, 'not-applicable', /asks for a login/],
  [cspMissing, 'silence', noAnswer, 'inconclusive'],
  [cspReportOnly, 'a policy that only reports', reportOnly, 'fail', /blocks nothing/],
  [
    cspReportOnly,
    'one of each',
    sent("Content-Security-Policy-Report-Only: script-src 'self'", 'Content-Security-Policy: img-src *'),
    'pass',
  ],
  [
    cspReportOnly,
    'a meta element beside it',
    withPage(
      html(['Content-Security-Policy-Report-Only: img-src *'], { body: `<head>${meta("default-src 'self'")}</head>` }),
    ),
    'pass',
  ],
  [
    cspReportOnly,
    'one that only reports, and a body that was cut off after the head',
    withPage(cutShort(['Content-Security-Policy-Report-Only: img-src *'], { body: '<body>' })),
    'fail',
  ],
  [cspReportOnly, 'JSON', noDocument, 'not-applicable'],
  [
    cspUnparsable,
    'no directive that browsers know',
    policed("Content-Security-Policy: script-src 'self'"),
    'fail',
    /No directive/,
  ],
  [cspUnparsable, 'an empty header', policed(''), 'fail'],
  [
    cspUnparsable,
    'a second directive that is known',
    policed("Content-Security-Policy: default-src 'none'; script-src 'self'"),
    'pass',
  ],
  [cspUnparsable, 'JSON', noDocument, 'not-applicable'],
  [
    cspScriptUnrestricted,
    'frame-ancestors alone',
    policed("frame-ancestors 'none'"),
    'fail',
    /neither script-src nor default-src/,
  ],
  [cspScriptUnrestricted, 'upgrade-insecure-requests alone', policed('upgrade-insecure-requests'), 'fail'],
  [cspScriptUnrestricted, 'a sandbox without scripts', policed('sandbox'), 'pass'],
  [
    cspScriptUnrestricted,
    'default-src in another header',
    sent("Content-Security-Policy: frame-ancestors 'none'", "Content-Security-Policy: default-src 'self'"),
    'pass',
  ],
  [cspScriptUnrestricted, 'JSON', noDocument, 'not-applicable'],
  [cspLevel, 'nonces with strict-dynamic', policed(strict), 'informational', /Level strict/],
  [cspLevel, 'hosts', policed("default-src 'self'"), 'informational', /allow-list/],
  [cspLevel, 'nothing', sent(), 'informational', /Level none/],
  [cspLevel, 'silence', noAnswer, 'inconclusive'],
];

testPageRows(rows);
