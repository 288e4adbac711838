import { testPageRows } from '../derive/http/testing/page.ts';
import { cspBaseUri, cspBlocksOwn, cspFormAction, cspObjectSrc } from './structure.ts';
import {
  meta,
  metaPage,
  noAnswer,
  noDocument,
  type PageRow,
  policed,
  policedPage,
  sent,
  strict,
} from './testing/policies.ts';

const still = '<!doctype html><title>x</title><script src="https://site.lab/a.js"></script>';

const rows: PageRow[] = [
  [cspObjectSrc, 'no directive', policed("script-src 'self'"), 'fail', /no directive restricts it/],
  [cspObjectSrc, 'default-src', policed("default-src 'self'"), 'pass'],
  [cspObjectSrc, 'a star, but no frame may load', policed("default-src 'none'; object-src *"), 'pass'],
  [cspObjectSrc, 'no policy', sent(), 'not-applicable'],
  [cspObjectSrc, 'silence', noAnswer, 'inconclusive'],
  [cspBaseUri, 'a relative script', policed("default-src 'self'"), 'fail', /relative URLs/],
  [
    cspBaseUri,
    'absolute scripts',
    policedPage("default-src 'self'", still),
    'not-applicable',
    /no script by a relative URL/,
  ],
  [cspBaseUri, 'restricted', policed(strict), 'pass'],
  [cspFormAction, 'not set', policed("default-src 'self'"), 'fail', /default-src does not cover/],
  [
    cspFormAction,
    'a page without a form',
    policedPage("default-src 'self'", '<p>Text</p>'),
    'not-applicable',
    /no form/,
  ],
  [cspFormAction, 'own host', policed("default-src 'self'; form-action 'self'"), 'pass'],
  [cspFormAction, 'no policy', sent(), 'not-applicable'],
  [
    cspBlocksOwn,
    'a script of the page',
    policed("script-src 'none'"),
    'informational',
    /site\.lab\/a\.js in line 1 \(script-src\)/,
  ],
  [
    cspBlocksOwn,
    'an inline script before the policy, which browsers have run by then',
    metaPage(`<script>go()</script>${meta("script-src 'none'")}`),
    'not-applicable',
    /comes after a script/,
  ],
  [
    cspBlocksOwn,
    'an inline script after the policy',
    metaPage(`${meta("script-src 'none'")}<script>go()</script>`),
    'informational',
    /inline script with hash/,
  ],
  [cspBlocksOwn, 'nothing', policed("default-src 'self'"), 'pass'],
  [cspBlocksOwn, 'no policy', sent(), 'not-applicable'],
  [cspBlocksOwn, 'JSON', noDocument, 'not-applicable'],
];

testPageRows(rows);
