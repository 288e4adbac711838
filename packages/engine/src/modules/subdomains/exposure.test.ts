import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../derive/http/testing/evidence.ts';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { subDevExposed, subOldSoftware } from './exposure.ts';
import { host, named, own, type Row, silent, testRows } from './testing/evidence.ts';
import { at, hostRows, page, quiet, refused } from './testing/hosts.ts';
import type { SiteNames } from '../derive/subjects/names.ts';

const titled = (title: string, software: string[] = []) => ({
  http: page({ title, software }),
  https: page({ title, software }),
});
const open = titled('Dashboard [Jenkins]');

/** The same with this title on the site's own page. */
const ofSite = (title: string, evidence: SiteNames): SiteNames => ({
  ...evidence,
  http: html([], { body: `<!doctype html><title>${title}</title>` }).http,
});

const rows: Row[] = [
  [subDevExposed, 'a page for anybody', at(host('dev', open)), 'fail', /dev\.site\.lab stands for "dev"/],
  [subDevExposed, 'over http alone', at(host('dev', { ...open, https: refused })), 'fail', /http:\/\/dev/],
  ...(
    [
      'Grafana',
      '[Staging] Shop',
      'Shop - Test system',
      'UAT',
      'Shop (dev)',
      'Welcome to nginx!',
      'Apache2 Debian Default Page: It works',
      'Index of /',
      'Vite App',
    ] as const
  ).map((title): Row => [subDevExposed, `a page "${title}"`, at(host('stage', titled(title))), 'fail', /its title/]),
  [
    subDevExposed,
    'a server for development',
    at(host('dev', titled('Shop', ['Werkzeug/3.0.1 Python/3.12']))),
    'fail',
    /server for development/,
  ],
  ...(
    ['Shop', 'Developer portal', 'Test your connection', 'Testing laboratory Berlin', 'Stage productions', ''] as const
  ).map((title): Row => [
    subDevExposed,
    `a name and a page "${title}"`,
    at(host('test', titled(title))),
    'pass',
    /No such host/,
  ]),
  [
    subDevExposed,
    'a copy of the site at another address',
    ofSite('The shop', at(host('dev', titled('The shop')))),
    'fail',
    /copy of the site/,
  ],
  [
    subDevExposed,
    'the site itself under another name',
    ofSite('The shop', at(host('dev', { ...titled('The shop'), address: '203.0.113.10' }))),
    'pass',
  ],
  [subDevExposed, 'a hotel with the name of a tool', at(host('dev', titled('Harbor Hotel'))), 'pass'],
  [
    subDevExposed,
    'a form for a password',
    at(host('dev', { http: refused, https: page({ passwordField: true }) })),
    'pass',
  ],
  [subDevExposed, 'a login', at(host('dev', { http: refused, https: page({ status: 401, wall: 'login' }) })), 'pass'],
  [
    subDevExposed,
    'a redirect',
    at(host('dev', { https: page({ status: 302, location: 'https://sso.example/' }) })),
    'pass',
  ],
  [subDevExposed, 'closed ports', at(host('dev', { http: refused, https: refused })), 'pass'],
  [subDevExposed, 'silence', at(host('dev', { http: quiet, https: quiet })), 'inconclusive'],
  [subDevExposed, 'no such name', at(host('app', open)), 'not-applicable'],
  [subDevExposed, 'robots.txt bars it', named({ inventory: [own('dev')], hostsNotAsked: 'robots' }), 'inconclusive'],
  [subDevExposed, 'nothing was answered', silent, 'inconclusive'],
  [
    subOldSoftware,
    'an old server',
    at(host('app', { https: page({ software: ['nginx/1.9'] }) })),
    'fail',
    /nginx below 1\.20/,
  ],
  [
    subOldSoftware,
    'an old server of a distribution',
    at(host('app', { https: page({ software: ['Apache/2.2.15 (CentOS)'] }) })),
    'fail',
    /distribution may have repaired it/,
  ],
  [subOldSoftware, 'a current server', at(host('app', { https: page({ software: ['nginx/1.28.0'] }) })), 'pass'],
  [subOldSoftware, 'no other host', named(), 'not-applicable'],
  ...hostRows(subOldSoftware),
];

testRows(rows);

test('an open console weighs more than an unfinished page', () => {
  const weights = (title: string) =>
    draftsOf(subDevExposed.evaluate(at(host('dev', titled(title))))).map((draft) =>
      'cvss' in draft ? draft.cvss : null,
    );
  assert.deepEqual(weights('Dashboard [Jenkins]'), ['likelyExploitable']);
  assert.deepEqual(weights('Build server'), ['likelyExploitable']);
  assert.deepEqual(weights('Grafana'), [null]);
  assert.deepEqual(weights('Vite App'), [null]);
});
