import { testPageRows } from '../derive/http/testing/page.ts';
import { cspDeprecated, cspMetaMisplaced, cspReporting, cspSyntax } from './syntax.ts';
import { meta, metaPage, noAnswer, type PageRow, policed, sent } from './testing/policies.ts';

const rows: PageRow[] = [
  [
    cspSyntax,
    'the name of the header in the value',
    policed("Content-Security-Policy: default-src 'none'; script-src 'self'"),
    'fail',
    /name of the header/,
  ],
  [cspSyntax, 'a directive twice', policed("script-src 'self'; script-src *"), 'fail', /only the first counts/],
  [cspSyntax, 'no semicolon', policed("default-src 'self' script-src 'self'"), 'fail', /semicolon is missing/],
  [
    cspSyntax,
    'no semicolon after report-uri',
    policed("default-src 'self'; report-uri /csp script-src 'self'"),
    'fail',
    /script-src in report-uri .*semicolon is missing/,
  ],
  [
    cspSyntax,
    'no semicolon after sandbox',
    policed("sandbox allow-scripts object-src 'none'"),
    'fail',
    /object-src in/,
  ],
  [cspSyntax, 'no semicolon after upgrade-insecure-requests', policed('upgrade-insecure-requests base-uri x'), 'fail'],
  [cspSyntax, 'no semicolon after trusted-types', policed('trusted-types a Report-URI /x'), 'fail', /Report-URI in/],
  [
    cspSyntax,
    'values of directives without sources',
    policed("default-src 'self'; report-uri /csp https://r.example/report-uri; report-to default; sandbox allow-forms"),
    'pass',
  ],
  [cspSyntax, 'no quotes', policed('default-src self'), 'fail', /without single quotes/],
  [cspSyntax, 'an unknown directive', policed("default-src 'self'; scripts-src 'self'"), 'fail', /no directive/],
  [cspSyntax, 'no error', policed("default-src 'self'"), 'pass'],
  [cspSyntax, 'no policy', sent(), 'not-applicable'],
  [
    cspDeprecated,
    'block-all-mixed-content',
    policed("default-src 'self'; block-all-mixed-content"),
    'informational',
    /block-all-mixed-content/,
  ],
  [cspDeprecated, 'none', policed("default-src 'self'"), 'pass'],
  [cspDeprecated, 'no policy', sent(), 'not-applicable'],
  [
    cspMetaMisplaced,
    'after a script',
    metaPage(`<script src=a.js></script>${meta("script-src 'self'")}`),
    'fail',
    /comes after a script/,
  ],
  [cspMetaMisplaced, 'in the body', metaPage('', meta("script-src 'self'")), 'fail', /in the body/],
  [
    cspMetaMisplaced,
    'frame-ancestors',
    metaPage(meta("default-src 'self'; frame-ancestors 'none'")),
    'fail',
    /frame-ancestors counts in a header only/,
  ],
  [
    cspMetaMisplaced,
    'two directives of headers',
    metaPage(meta("default-src 'self'; frame-ancestors 'none'; sandbox")),
    'fail',
    /frame-ancestors, sandbox count in a header only/,
  ],
  [cspMetaMisplaced, 'first in the head', metaPage(meta("default-src 'self'")), 'pass'],
  [cspMetaMisplaced, 'no meta element', policed("default-src 'self'"), 'not-applicable'],
  [cspReporting, 'nowhere', policed("default-src 'self'"), 'informational', /nobody learns/],
  [cspReporting, 'the old way', policed("default-src 'self'; report-uri /r"), 'informational', /its successor/],
  [cspReporting, 'both ways', policed("default-src 'self'; report-uri /r; report-to r"), 'pass'],
  [cspReporting, 'silence', noAnswer, 'inconclusive'],
];

testPageRows(rows);
