import { html, silent } from '../../derive/http/testing/evidence.ts';
import { testPageRows, withPage } from '../../derive/http/testing/page.ts';
import { hdrClearSiteData } from './clear-site-data.ts';

const page = (body: string, ...lines: string[]) =>
  withPage(html(lines, { body: `<!doctype html><title>x</title>${body}` }));
const logout = '<a href="/account/logout?next=1">Log out</a>';

testPageRows([
  [hdrClearSiteData, 'a link to a logout', page(logout), 'informational', /links to \/account\/logout\./],
  [hdrClearSiteData, 'a valid header', page(logout, 'Clear-Site-Data: "cache", "cookies"'), 'pass', /cache, cookies/],
  [
    hdrClearSiteData,
    'a header without quotes',
    page('', 'Clear-Site-Data: cache'),
    'informational',
    /not a quoted string/,
  ],
  [
    hdrClearSiteData,
    'a logout of another site',
    page('<a href="https://other.example/logout">x</a>'),
    'not-applicable',
  ],
  [hdrClearSiteData, 'neither', page('<a href="/about">x</a>'), 'not-applicable'],
  [hdrClearSiteData, 'silence', withPage(silent), 'inconclusive'],
]);
