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
const express = `<pre>Error: no<br> &nbsp; at Layer.handle [as handle_request] (/srv/app/node_modules/express/lib/router/layer.js:95:5)</pre>`;
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
  [debugPage, 'a trace in an error of the server', page(trace), 'fail', /stack trace of Java/i],
  [debugPage, 'the page of a missing path', missing(django), 'fail', /5d41402abc4b shows the debug page of Django/],
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
