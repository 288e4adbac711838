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
    /header only/,
  ],
  [cspMetaMisplaced, 'first in the head', metaPage(meta("default-src 'self'")), 'pass'],
  [cspMetaMisplaced, 'no meta element', policed("default-src 'self'"), 'not-applicable'],
  [cspReporting, 'nowhere', policed("default-src 'self'"), 'informational', /nobody learns/],
  [cspReporting, 'the old way', policed("default-src 'self'; report-uri /r"), 'informational', /its successor/],
  [cspReporting, 'both ways', policed("default-src 'self'; report-uri /r; report-to r"), 'pass'],
  [cspReporting, 'silence', noAnswer, 'inconclusive'],
];

testPageRows(rows);
