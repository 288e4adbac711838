import {
  answered,
  cutShort,
  html,
  json,
  refused,
  type Row,
  silent,
  testRows,
  walled,
} from '../../derive/http/testing/evidence.ts';
import { debugPage } from './debug-page.ts';

const page = (body: string, status = 500) => html([], { status, body: `<!doctype html>${body}` });

const django = `<title>DisallowedHost at /</title><p>You're seeing this error because you have <code>DEBUG = True</code> in your
Django settings file. Change that to <code>False</code></p>`;
const flask = '<title>ZeroDivisionError: division by zero // Werkzeug Debugger</title>';
const express = `<title>Error</title></head><body>
<pre>Error: no<br> &nbsp; at Layer.handle [as handle_request] (/srv/app/node_modules/express/lib/router/layer.js:95:5)</pre>`;
const express5 = express
  .replace('Layer.handle [as handle_request]', 'Layer.handleRequest')
  .replace('express/lib/router/layer', 'router/lib/layer');
const laravel = `<title>Shop</title></head><body class="font-sans antialiased"><div class="renderer container mx-auto lg:px-8">
<span>PHP 8.3.6</span><span>Laravel 11.4.0</span></div>`;
const ignition = `<script>${'var a = 1; '.repeat(60_000)}</script><title>Laravel</title><script>window.ignite({})</script>`;
const hosts = '<h1>Blocked hosts: shop.lab</h1><pre>config.hosts &lt;&lt; "shop.lab"</pre>';
const tomcat = `<title>HTTP Status 500 \u2013 Interner Serverfehler</title><body><h1>HTTP Status 500 \u2013 Interner Serverfehler</h1>
<pre>java.lang.IllegalStateException\n\torg.apache.catalina.core.ApplicationFilterChain.doFilter(ApplicationFilterChain.java:162)</pre>`;
const articleOf = (quoted: string): string =>
  `<title>Our blog</title><h1>What such pages show</h1><pre>${quoted.replaceAll('<', '&lt;')}</pre>`;

const trace = '<pre>java.lang.NullPointerException\n  at com.example.Shop.find(Shop.java:12)</pre>';

/** An ordinary document, and a path that does not exist with this page. */
const missing = (body: string) => {
  const evidence = page('<h1>Shop</h1>', 200);
  const exchange = answered('missing', ['Content-Type: text/html'], {
    url: 'https://site.lab/5d41402abc4b',
    status: 404,
    body,
  });
  const exchanges = [...evidence.http.exchanges, { ...exchange, purpose: 'missing' as const }];
  return { ...evidence, http: { ...evidence.http, exchanges } };
};

const rows: Row[] = [
  [debugPage, 'Django', page(django, 400), 'fail', /debug page of Django/],
  [debugPage, 'Flask', page(flask), 'fail', /debug page of Werkzeug/],
  [debugPage, 'Express with status 200', page(express, 200), 'fail', /Express/],
  [debugPage, 'Express 5', page(express5), 'fail', /Express/],
  [debugPage, 'Laravel 11', page(laravel), 'fail', /Laravel/],
  [debugPage, 'Laravel 11 with status 200', page(laravel, 200), 'fail', /Laravel/],
  [debugPage, 'Ignition behind its scripts', page(ignition), 'fail', /Ignition/],
  [debugPage, 'Rails, a host that it does not know', page(hosts, 400), 'fail', /Rails/],
  [debugPage, 'Tomcat in German', page(tomcat, 200), 'fail', /Tomcat/],
  [debugPage, 'Tracy', page('<tracy-div id="tracy-bs" itemscope></tracy-div>'), 'fail', /Tracy/],
  [
    debugPage,
    'Youch',
    page('<div id="stack-frames-wrapper"><div id="stack-frames-header"></div></div>'),
    'fail',
    /Youch/,
  ],
  ...[200, 500].map((status): Row => [
    debugPage,
    `Youch 2 with status ${status}`,
    page(
      '<section class="error-stack"><div class="error-frames"><div class="frame-row main"><div class="frame-row-filepath">app/a.js:3:9</div></div></div></section>',
      status,
    ),
    'fail',
    /Youch/,
  ]),
  [debugPage, 'a list of frames of others', page('<div class="error-frames"><p class="frame-row">1</p></div>'), 'pass'],
  [debugPage, 'Lucee', page('<table id="-lucee-err"><tr><td>Lucee 6</td></tr></table>'), 'fail', /Lucee/],
  [
    debugPage,
    'an article that quotes Django',
    page('<title>Django</title><p>It says <code>DEBUG = True</code> in your Django settings file.</p>', 200),
    'pass',
  ],
  ...Object.entries({ express, express5, laravel, ignition: ignition.slice(-90), hosts, tomcat, flask }).map(
    ([name, quoted]): Row => [
      debugPage,
      `an article that quotes a page (${name})`,
      page(articleOf(quoted), 200),
      'pass',
    ],
  ),
  [
    debugPage,
    'an article with elements around sentences of Rails',
    page('<p>Action Controller: Exception caught</p><code>Rails.root: /srv/shop</code>', 200),
    'pass',
  ],
  [
    debugPage,
    'a trace in an error of the server',
    page(trace),
    'fail',
    /The content is an error page with a stack trace of Java[^]*\| grep -aioE 'at /i,
  ],
  [debugPage, 'the page of a missing path', missing(django), 'fail', /5d41402abc4b shows the debug page of Django/],
  [debugPage, 'the head of that page', missing(django), 'fail', /HTTP\/1\.1 404[^]*debug page of Django/],
  [debugPage, 'a trace in an article', page(trace, 200), 'pass'],
  [debugPage, 'an article about debug pages', page('<h1>What DEBUG = True does in Django</h1>', 200), 'pass'],
  [debugPage, 'an ordinary error page', page('<h1>Internal Server Error</h1>'), 'pass'],
  [debugPage, 'a page that was cut', cutShort([], { body: '<h1>x' }), 'inconclusive'],
  [debugPage, 'JSON', json([]), 'not-applicable'],
  [debugPage, 'a wall', walled([]), 'inconclusive'],
  [debugPage, 'no answer', silent, 'inconclusive'],
  [debugPage, 'nothing listens', refused, 'not-applicable'],
];
testRows(rows);
