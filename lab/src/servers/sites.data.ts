import { policySites } from '../sites/all.ts';
import { registrations } from '../sites/routing-sites.data.ts';
import { everywhere, html, plain, redirect, type HeaderLine, type Page, type Site } from '../sites/site.ts';

const hsts: HeaderLine = ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload'];

const goodHeaders: readonly HeaderLine[] = [
  hsts,
  [
    'Content-Security-Policy',
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

const welcome = (title: string, more = ''): string =>
  `<head><title>${title}</title></head><body><h1>${title}</h1>${more}</body>`;

/** RFC 9116 section 2.5.5: a date, and less than a year ahead. */
function securityTxt(host: string, now: Date): string {
  const expires = new Date(now.getTime() + 180 * 86_400_000).toISOString().replace(/\.\d+Z/, 'Z');
  return [
    `Contact: mailto:security@${host}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: https://${host}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const debugPage = html(
  [
    ['Server', 'Apache/2.4.29 (Ubuntu) OpenSSL/1.1.0g'],
    ['X-Powered-By', 'PHP/7.2.1'],
    ['X-Debug-Token', '3a1f9c'],
    ['X-Debug-Token-Link', 'https://debug.lab/_profiler/3a1f9c'],
    ['X-Backend-Server', 'web-03.corp.internal (10.20.30.40)'],
    ['X-AspNet-Version', '4.0.30319'],
    ['X-Runtime', '0.004217'],
    ['Via', '1.1 proxy.corp.internal (squid/3.5.27)'],
  ],
  welcome(
    'debug',
    '<!-- build 4711 on 10.20.30.41 by jenkins --><pre>Traceback (most recent call last):\n  File "/srv/app/main.py", line 3</pre>',
  ),
);

const rdapType: HeaderLine = ['Content-Type', 'application/rdap+json'];

/** RFC 9083 section 5.1, with its name in a jCard (RFC 7095). */
const registrar = {
  objectClassName: 'entity',
  roles: ['registrar'],
  vcardArray: ['vcard', [['fn', {}, 'text', 'Names of the Lab']]],
};

/** What a registry says of a domain (RFC 9083 section 5.3). */
const registered = (ldhName: string, status: readonly string[], eventDate: string): Page => ({
  status: 200,
  headers: [rdapType],
  body: `${JSON.stringify({
    objectClassName: 'domain',
    ldhName,
    status,
    events: [
      { eventAction: 'registration', eventDate: '2001-04-01T00:00:00Z' },
      { eventAction: 'expiration', eventDate },
    ],
    entities: [registrar],
  })}\n`,
});

/** The fixed sites by host. */
export const sites = (now: Date): Readonly<Record<string, Site>> => ({
  ...policySites,
  'good.lab': {
    http: { '*': redirect('https://good.lab/') },
    https: {
      '/': html([...goodHeaders, ['Cache-Control', 'no-cache']], welcome('good', '<p>Nothing to complain about.</p>')),
      '/.well-known/security.txt': plain(securityTxt('good.lab', now), goodHeaders),
      '/.well-known/mta-sts.txt': plain(
        'version: STSv1\nmode: enforce\nmx: mail.good.lab\nmax_age: 604800\n',
        goodHeaders,
      ),
      '/robots.txt': plain('User-agent: *\nDisallow:\n', goodHeaders),
      '*': html(goodHeaders, welcome('Not found'), 404),
    },
  },
  'bad.lab': everywhere(
    html(
      [
        ['X-Powered-By', 'PHP/5.3.3'],
        ['Set-Cookie', 'PHPSESSID=0f1e2d3c4b5a69788796a5b4c3d2e1f0; path=/'],
        ['Strict-Transport-Security', 'max-age=300'],
        ['X-Frame-Options', 'ALLOW-FROM https://partner.lab'],
        ['X-Content-Type-Options', 'none'],
        ['Access-Control-Allow-Origin', '*'],
        ['X-XSS-Protection', '1'],
      ],
      welcome(
        'bad',
        '<script src="http://cdn.bad.lab/jquery-1.7.1.min.js"></script><form action="http://bad.lab/login" method="post"><input type="password" name="p"></form>',
      ),
    ),
  ),
  'redirect.lab': {
    http: { '*': redirect('https://redirect.lab/') },
    https: { '*': redirect('https://good.lab/', [hsts]) },
  },
  'plain.lab': everywhere(html([['Server', 'lighttpd/1.4.35']], welcome('plain'))),
  'duplicates.lab': {
    http: { '*': redirect('https://duplicates.lab/') },
    https: {
      '*': html(
        [
          ['Strict-Transport-Security', 'max-age=31536000'],
          ['Strict-Transport-Security', 'max-age=0'],
          ['X-Frame-Options', 'DENY'],
          ['X-Frame-Options', 'SAMEORIGIN'],
          ['X-Content-Type-Options', 'nosniff'],
          ['X-Content-Type-Options', 'nosniff'],
          ['Content-Security-Policy', "default-src 'self'"],
          ['Content-Security-Policy', "script-src 'unsafe-inline'"],
          ['Referrer-Policy', 'no-referrer, unsafe-url'],
        ],
        welcome('duplicates'),
      ),
    },
  },
  'debug.lab': everywhere(debugPage),
  'rdap.lab': {
    http: { '*': redirect('https://rdap.lab/') },
    https: {
      '/domain/on-hold.lab': registered('on-hold.lab', ['client hold'], '2030-01-01T00:00:00Z'),
      '/domain/good.lab': registered('good.lab', ['client transfer prohibited'], '2030-01-01T00:00:00Z'),
      '/domain/bad.lab': registered('bad.lab', ['active'], new Date(now.getTime() + 5 * 86_400_000).toISOString()),
      ...Object.fromEntries(
        Object.entries(registrations).map(([domain, [statuses, days]]) => [
          `/domain/${domain}`,
          registered(domain, statuses, new Date(now.getTime() + days * 86_400_000).toISOString()),
        ]),
      ),
      '*': { status: 404, headers: [rdapType], body: '{"errorCode":404,"title":"Not Found"}\n' },
    },
  },
  'botwall.lab': everywhere(
    html(
      [
        ['Server', 'cloudflare'],
        ['cf-mitigated', 'challenge'],
        ['Cache-Control', 'private, max-age=0, no-store'],
        ['Set-Cookie', '__cf_bm=x; path=/; HttpOnly; Secure; SameSite=None'],
      ],
      '<head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript></body>',
      403,
    ),
  ),
  'cookiewall.lab': everywhere(
    html(
      [['Cache-Control', 'no-store']],
      '<head><title>Loading</title></head><body><script>document.cookie = "seen=" + (7 * 6) + "; path=/"; location.reload();</script><noscript>Enable JavaScript</noscript></body>',
    ),
  ),
  'compressed.lab': {
    http: { '*': redirect('https://compressed.lab/') },
    https: {
      '*': {
        ...html([hsts], welcome('Form', '<form><input type="hidden" name="csrf" value="5f1c09a7e3b24d68"></form>')),
        compressed: true,
      },
    },
  },
  'teapot.lab': everywhere(html([], welcome("I'm a teapot"), 418)),
  'broken.lab': everywhere(
    html(
      [['X-Powered-By', 'Express']],
      welcome('Error', '<pre>TypeError: Cannot read properties of undefined<br> at /srv/app/index.js:12:3</pre>'),
      500,
    ),
  ),
  'referrer.lab': {
    http: { '*': redirect('https://referrer.lab/') },
    https: {
      '/': html([hsts, ['Referrer-Policy', 'unsafe-url']], welcome('unsafe')),
      '/unknown': html([hsts, ['Referrer-Policy', 'origin-when-crossorigin']], welcome('unknown')),
      '/fallback': html(
        [hsts, ['Referrer-Policy', 'no-referrer, strict-origin-when-cross-origin, frobnicate']],
        welcome('fallback'),
      ),
      '*': html([hsts, ['Referrer-Policy', '']], welcome('empty')),
    },
  },
  'cookies.lab': everywhere(
    html(
      [
        ['Set-Cookie', 'sessionid=38afes7a8; Path=/'],
        ['Set-Cookie', 'cross=1; SameSite=None'],
        ['Set-Cookie', '__Host-broken=1; Secure; Domain=cookies.lab; Path=/'],
        ['Set-Cookie', '__Secure-broken=1; Path=/'],
        ['Set-Cookie', 'wide=1; Domain=lab'],
        ['Set-Cookie', 'right=1; Secure; HttpOnly; SameSite=Lax; Path=/'],
        ['Set-Cookie', 'jwt=eyJhbGciOiJub25lIn0.eyJzdWIiOiJsYWIifQ.; Path=/; Max-Age=315360000'],
      ],
      welcome('cookies'),
    ),
  ),
  'csp-weak.lab': {
    http: { '*': redirect('https://csp-weak.lab/') },
    https: {
      '*': html(
        [
          hsts,
          [
            'Content-Security-Policy',
            "default-src *; script-src 'unsafe-inline' 'unsafe-eval' data: https:; object-src *; frobnicate-src 'self'",
          ],
        ],
        welcome('weak policy', '<script>document.title</script>'),
      ),
    },
  },
  'cors.lab': everywhere(
    html(
      [
        ['Access-Control-Allow-Origin', '{origin}'],
        ['Access-Control-Allow-Credentials', 'true'],
        ['Access-Control-Allow-Methods', 'GET, PUT, DELETE'],
        ['Allow', 'GET, HEAD, OPTIONS, TRACE, PUT, DELETE'],
      ],
      welcome('cors'),
    ),
  ),
  'mixed.lab': everywhere(
    html(
      [hsts],
      welcome(
        'mixed',
        '<script src="http://cdn.other.lab/a.js"></script><script src="https://cdn.other.lab/b.js"></script><iframe src="http://ads.other.lab/"></iframe><img src="http://img.other.lab/x.png"><form action="http://mixed.lab/login" method="post"><input type="password" name="p"></form><a href="https://other.lab/" target="_blank">other</a>',
      ),
    ),
  ),
  'noredirect.lab': {
    http: { '*': html([hsts], welcome('no redirect')) },
    https: { '*': html([], welcome('no redirect')) },
  },
  'loop.lab': {
    http: { '*': redirect('https://loop.lab/') },
    https: { '/': redirect('/a', [], 302), '/a': redirect('/b', [], 302), '*': redirect('/', [], 302) },
  },
  'ratelimited.lab': everywhere(plain('Too many requests\n', [['Retry-After', '120']], 429)),
  'leaky.lab': onBothPorts({
    '/': html([hsts], welcome('Index of /', '<ul><li><a href="backup.sql">backup.sql</a></li></ul>')),
    '/.git/config': plain(
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[remote "origin"]\n\turl = https://git.leaky.lab/app.git\n',
    ),
    '/.git/HEAD': plain('ref: refs/heads/main\n'),
    '/.env': plain('APP_ENV=production\nDB_PASSWORD=not-a-real-secret\n'),
    '/backup.sql': plain('-- MySQL dump 10.13\nCREATE TABLE `users` (`id` int);\n'),
    '/phpinfo.php': html([], '<head><title>phpinfo()</title></head><body><h1>PHP Version 5.3.3</h1></body>'),
    '/server-status': html(
      [],
      '<head><title>Apache Status</title></head><body><h1>Apache Server Status for leaky.lab</h1></body>',
    ),
    '/robots.txt': plain('User-agent: *\nDisallow: /admin-old/\nDisallow: /backup.sql\n'),
    '*': html([hsts], welcome('Not found'), 404),
  }),
  'sloppy.lab': everywhere(
    html(
      [
        ['Strict-Transport-Security', 'includeSubDomains; maxage=31536000'],
        ['X-Content-Type-Options', 'no-sniff'],
        ['X-Frame-Options', '"DENY"'],
        ['Content-Security-Policy', 'default-src self; script-src none'],
        ['Permissions-Policy', "geolocation 'none'; camera 'none'"],
        ['Feature-Policy', "geolocation 'none'"],
        ['Public-Key-Pins', 'pin-sha256="x"; max-age=5184000'],
        ['Expect-CT', 'max-age=0'],
        ['Cross-Origin-Opener-Policy', 'sameorigin'],
      ],
      welcome('sloppy'),
    ),
  ),
  'nul.lab': everywhere(html([hsts, ['X-Content-Type-Options', 'nosniff\0']], welcome('nul'))),
  'headers.lab': everywhere({
    status: 200,
    headers: [
      ['Content-Type', 'text/html'],
      hsts,
      ['Permissions-Policy', 'camera=*, geolocation=()'],
      ['Set-Cookie', 'PHPSESSID=0f1e2d3c4b5a69788796a5b4c3d2e1f0; path=/; Secure; HttpOnly'],
      ['Cache-Control', 'public, max-age=600'],
      ['Public-Key-Pins', `pin-sha256="${'A'.repeat(43)}="; pin-sha256="${'B'.repeat(42)}A="; max-age=5184000`],
      ['Report-To', '{"group":"default","max_age":60,"endpoints":[{"url":"https://headers.lab/reports"}]}'],
      ['Timing-Allow-Origin', '*'],
      ['Origin-Agent-Cluster', '?1'],
    ],
    body: `<!doctype html>${welcome('headers')}`,
  }),
  'login.lab': everywhere(
    html(
      [
        ...goodHeaders,
        ['WWW-Authenticate', 'Basic realm="login"'],
        ['Cache-Control', 'no-store'],
        ['Reporting-Endpoints', 'main="/reports"'],
        ['Timing-Allow-Origin', 'https://good.lab'],
      ],
      welcome('login'),
      401,
    ),
  ),
  'several.lab': everywhere(html(goodHeaders, welcome('several'))),
  'six.lab': everywhere(html([hsts], welcome('six'))),
});

function onBothPorts(pages: Site['https']): Site {
  return { http: pages, https: pages };
}
