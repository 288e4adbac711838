import type { Registration } from '../../evidence/registration.ts';
import { html, site } from '../derive/http/testing/evidence.ts';
import { testPageRows, withPage } from '../derive/http/testing/page.ts';
import { cspAllowlistBypass, cspHostDangling, cspHttpSource, cspIpSource, cspWildcardScript } from './hosts.ts';
import { lively, noAnswer, noDocument, type PageRow, policed, sent, strict } from './testing/policies.ts';

const overHttp = withPage(
  site(['Content-Type: text/html', 'Content-Security-Policy: script-src http:'], {
    url: 'http://site.lab/',
    body: lively,
  }),
);

const withReference = (
  status: Registration['status'],
  proof: Registration['proof'],
  kind: 'policy' | 'script' = 'policy',
  sources = 'https://cdn.gone.lab',
) =>
  withPage(html([`Content-Security-Policy: script-src ${sources}`], { body: lively }), {
    references: [{ registration: { domain: 'gone.lab', status, proof }, usedBy: [{ kind, host: 'cdn.gone.lab' }] }],
  });

const rows: PageRow[] = [
  [
    cspHostDangling,
    'nobody owns it',
    withReference('unregistered', 'registry'),
    'fail',
    /code from gone\.lab, which is not/,
  ],
  [cspHostDangling, 'on hold', withReference('registered', 'registry'), 'informational', /on hold/],
  [cspHostDangling, 'somebody owns it', withReference('registered', 'resolver'), 'pass'],
  [cspHostDangling, 'a script that no policy names', withReference('unregistered', 'registry', 'script'), 'pass'],
  [
    cspHostDangling,
    'nobody owns it, named with the root',
    withReference('unregistered', 'registry', 'policy', 'gone.lab.'),
    'fail',
  ],
  [
    cspHostDangling,
    'one of more domains than are looked up',
    withReference('registered', 'resolver', 'policy', 'cdn.gone.lab https://*.else.lab:8443'),
    'inconclusive',
    /registration of else\.lab was not/,
  ],
  [cspHostDangling, 'nobody knows', withReference('unknown', 'resolver'), 'inconclusive'],
  [cspHostDangling, 'not looked up', policed('script-src https://cdn.gone.lab'), 'inconclusive', /not looked up/],
  [cspHostDangling, 'no policy', sent(), 'not-applicable'],

  [cspWildcardScript, 'https:', policed('default-src https:'), 'fail', /any host \(default-src https:\)/],
  [cspWildcardScript, 'a star', policed('script-src *'), 'fail'],
  [cspWildcardScript, 'data:', policed("script-src 'self' data:"), 'fail', /data: URLs/],
  [cspWildcardScript, 'blob: alone', policed("script-src 'self' blob:"), 'fail', /blob: URLs/],
  [
    cspWildcardScript,
    'https: voided by strict-dynamic',
    policed(strict.replace("'strict-dynamic'", "'strict-dynamic' https:")),
    'pass',
  ],
  [
    cspWildcardScript,
    'https: beside a nonce alone',
    policed("script-src 'nonce-0123456789abcdefABCDEF' https:"),
    'fail',
  ],
  [
    cspWildcardScript,
    'https: met by another policy',
    sent('Content-Security-Policy: script-src https:', "Content-Security-Policy: script-src 'self'"),
    'pass',
  ],
  [cspWildcardScript, 'no policy', sent(), 'not-applicable'],
  [cspWildcardScript, 'silence', noAnswer, 'inconclusive'],
  [
    cspAllowlistBypass,
    'a host with JSONP',
    policed("script-src 'self' https://accounts.google.com"),
    'fail',
    /accounts\.google\.com/,
  ],
  [
    cspAllowlistBypass,
    'the same with a path of its own',
    policed("script-src 'self' https://accounts.google.com/gsi/client"),
    'pass',
  ],
  [
    cspAllowlistBypass,
    'the same under strict-dynamic',
    policed(`${strict.replace("'strict-dynamic'", "'strict-dynamic' https://accounts.google.com")}`),
    'pass',
  ],
  [cspAllowlistBypass, 'any host', policed('script-src *'), 'not-applicable'],
  [cspAllowlistBypass, 'own host', policed("script-src 'self'"), 'pass'],
  [cspHttpSource, 'scripts', policed('script-src http://cdn.example'), 'fail', /script-src http:\/\/cdn\.example/],
  [cspHttpSource, 'the scheme', policed("script-src 'self' http:"), 'fail'],
  [cspHttpSource, 'pictures', policed("default-src 'self'; img-src http:"), 'informational', /img-src http:/],
  [cspHttpSource, 'upgraded', policed('script-src http://cdn.example; upgrade-insecure-requests'), 'pass'],
  [
    cspHttpSource,
    'closed by another policy',
    sent('Content-Security-Policy: script-src http://cdn.example', "Content-Security-Policy: script-src 'self'"),
    'informational',
  ],
  [cspHttpSource, 'none', policed("default-src 'self'"), 'pass'],
  [cspHttpSource, 'a page over http', overHttp, 'not-applicable'],
  [cspHttpSource, 'JSON', noDocument, 'not-applicable'],
  [cspIpSource, 'an address', policed("script-src 'self' https://203.0.113.9"), 'informational', /203\.0\.113\.9/],
  [cspIpSource, 'names', policed("script-src 'self' cdn.example"), 'pass'],
  [cspIpSource, 'no policy', sent(), 'not-applicable'],
];

testPageRows(rows);
