import { subDevExposed, subOldSoftware } from './exposure.ts';
import { host, named, own, type Row, silent, testRows } from './testing/evidence.ts';
import { at, hostRows, page, quiet, refused } from './testing/hosts.ts';

const open = { http: page(), https: page() };

const rows: Row[] = [
  [subDevExposed, 'a page for anybody', at(host('dev', open)), 'fail', /dev\.site\.lab stands for "dev"/],
  [subDevExposed, 'over http alone', at(host('dev', { ...open, https: refused })), 'fail', /http:\/\/dev/],
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
