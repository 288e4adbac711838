import type { PageReference } from '../../../evidence/page/schema.ts';
import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageLinkDead, pageThirdpartyCompromised, pageThirdpartyDead } from './ownership.ts';

const body = '<script src="https://cdn.gone.lab/a.js"></script><a href="https://gone.lab/">x</a>';
const reference = (
  kind: PageReference['usedBy'][number]['kind'],
  status: PageReference['registration']['status'],
  proof: PageReference['registration']['proof'] = 'registry',
): PageReference => ({ registration: { domain: 'gone.lab', status, proof }, usedBy: [{ kind, host: 'cdn.gone.lab' }] });

const rows: Row[] = [
  [
    pageLinkDead,
    'one of more links than are looked up',
    seenPage('<a href="https://gone.lab/">x</a><a href="https://else.lab/">y</a>', {
      references: [reference('link', 'registered', 'resolver')],
    }),
    'inconclusive',
    /registration of else\.lab was not looked up/,
  ],
  [
    pageThirdpartyDead,
    'nobody owns it',
    seenPage(body, { references: [reference('script', 'unregistered')] }),
    'fail',
    /gone\.lab is not registered/,
  ],
  [
    pageThirdpartyDead,
    'nobody owns it, and hashes keep other files out',
    seenPage(`<script src="https://cdn.gone.lab/a.js" crossorigin integrity="sha384-${'a'.repeat(64)}"></script>`, {
      references: [reference('script', 'unregistered')],
    }),
    'fail',
    /keep code of others/,
  ],
  [
    pageThirdpartyDead,
    'a form with a password goes there',
    seenPage('<form action="https://cdn.gone.lab/in"><input type=password></form>', {
      references: [reference('form', 'unregistered')],
    }),
    'fail',
    /receives the passwords/,
  ],
  [
    pageThirdpartyDead,
    'a search goes there',
    seenPage('<form action="https://cdn.gone.lab/in"><input name=q></form>', {
      references: [reference('form', 'unregistered')],
    }),
    'fail',
    /receives what visitors send/,
  ],
  [
    pageThirdpartyDead,
    'the page leads there',
    seenPage('<meta http-equiv=refresh content="0; url=https://cdn.gone.lab/">', {
      references: [reference('refresh', 'unregistered')],
    }),
    'fail',
    /leads every visitor there/,
  ],
  [
    pageThirdpartyDead,
    'nobody owns it, and without crossorigin no file with a hash loads',
    seenPage(`<script src="https://cdn.gone.lab/a.js" integrity="sha384-${'a'.repeat(64)}"></script>`, {
      references: [reference('script', 'unregistered')],
    }),
    'fail',
    /keep code of others/,
  ],
  ...['alternate stylesheet', 'StyleSheet  Alternate'].map((rel): Row => [
    pageThirdpartyDead,
    `nobody owns the host of a style sheet by rel="${rel}"`,
    seenPage(`<link rel="${rel}" title=Dark href="https://cdn.gone.lab/a.css">`, {
      references: [reference('style', 'unregistered')],
    }),
    'fail',
    /keep code of others/,
  ]),
  [
    pageThirdpartyDead,
    'nobody owns the host of two style sheets, of which one is applied',
    seenPage(
      '<link rel="alternate stylesheet" title=Dark href="https://cdn.gone.lab/a.css"><link rel=stylesheet href="https://cdn.gone.lab/b.css">',
      { references: [reference('style', 'unregistered')] },
    ),
    'fail',
    /serve code/,
  ],
  ...['sandbox', 'sandbox="allow-forms"'].map((sandbox): Row => [
    pageThirdpartyDead,
    `nobody owns the host of a frame with ${sandbox}`,
    seenPage(`<iframe ${sandbox} src="https://cdn.gone.lab/a"></iframe>`, {
      references: [reference('frame', 'unregistered')],
    }),
    'fail',
    /keep code of others/,
  ]),
  [
    pageThirdpartyDead,
    'nobody owns the host of a frame that may run scripts',
    seenPage('<iframe sandbox="allow-scripts" src="https://cdn.gone.lab/a"></iframe>', {
      references: [reference('frame', 'unregistered')],
    }),
    'fail',
    /serve code/,
  ],
  [
    pageThirdpartyDead,
    'a form with a password goes there',
    seenPage('<form action="https://cdn.gone.lab/in"><input type=password></form>', {
      references: [reference('form', 'unregistered')],
    }),
    'fail',
    /receives the passwords/,
  ],
  [
    pageThirdpartyDead,
    'a search goes there',
    seenPage('<form action="https://cdn.gone.lab/in"><input name=q></form>', {
      references: [reference('form', 'unregistered')],
    }),
    'fail',
    /receives what visitors send/,
  ],
  [
    pageThirdpartyDead,
    'the page leads there',
    seenPage('<meta http-equiv=refresh content="0; url=https://cdn.gone.lab/">', {
      references: [reference('refresh', 'unregistered')],
    }),
    'fail',
    /leads every visitor there/,
  ],
  [
    pageThirdpartyDead,
    'on hold',
    seenPage(body, { references: [reference('script', 'registered')] }),
    'informational',
    /on hold/,
  ],
  [
    pageThirdpartyDead,
    'somebody owns it',
    seenPage(body, { references: [reference('script', 'registered', 'resolver')] }),
    'pass',
  ],
  [
    pageThirdpartyDead,
    'its zone does not exist, so nobody can register it',
    seenPage(body, { references: [reference('script', 'unregistrable', 'resolver')] }),
    'pass',
  ],
  [
    pageThirdpartyDead,
    'only a link',
    seenPage('<a href="https://gone.lab/">x</a>', { references: [reference('link', 'unregistered')] }),
    'pass',
  ],
  [
    pageThirdpartyDead,
    'no answer',
    seenPage(body, { references: [reference('script', 'unknown', 'resolver')] }),
    'inconclusive',
    /could not be determined/,
  ],
  [
    pageThirdpartyDead,
    'a form goes to a domain whose owner an earlier audit did not ask for',
    seenPage(`${body}<form action="https://in.form.lab/"><input name=q></form>`, {
      references: [reference('script', 'registered', 'resolver')],
    }),
    'inconclusive',
    /form\.lab was not looked up/,
  ],
  [
    pageThirdpartyDead,
    'the policy of the page keeps its script out',
    seenPage(body, {
      lines: ["Content-Security-Policy: script-src 'self'"],
      references: [reference('script', 'unregistered')],
    }),
    'fail',
    /keep code of others/,
  ],
  [
    pageThirdpartyDead,
    'the policy of the page is behind a script',
    seenPage(`<script>a()</script><meta http-equiv=Content-Security-Policy content="script-src 'self'">${body}`, {
      references: [reference('script', 'unregistered')],
    }),
    'fail',
    /serve code/,
  ],
  [pageThirdpartyDead, 'not looked up', seenPage(body, { references: undefined }), 'inconclusive', /not looked up/],

  [
    pageLinkDead,
    'nobody owns it',
    seenPage(body, { references: [reference('link', 'unregistered', 'name-servers')] }),
    'fail',
    /anything under this link/,
  ],
  [
    pageLinkDead,
    'somebody owns it',
    seenPage(body, { references: [reference('link', 'registered', 'resolver')] }),
    'pass',
  ],
  [pageLinkDead, 'silence', unread.silent, 'inconclusive'],

  [
    pageThirdpartyCompromised,
    'polyfill.io',
    seenPage('<script src="https://cdn.polyfill.io/v3/polyfill.js"></script>'),
    'fail',
    /sold in 2024/,
  ],
  [
    pageThirdpartyCompromised,
    'a name that ends alike',
    seenPage('<script src="https://mypolyfill.io/p.js"></script>'),
    'pass',
  ],
  [
    pageThirdpartyCompromised,
    'more frames with a text of their own than are read',
    seenPage('<iframe srcdoc="<p>x"></iframe>'.repeat(101)),
    'inconclusive',
    /first 100 documents in frames/,
  ],
  [pageThirdpartyCompromised, 'a challenge', unread.walled, 'inconclusive'],
];

testRows(rows);
