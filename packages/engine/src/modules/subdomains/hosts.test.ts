import { host, named, type Row, testRows } from './testing/evidence.ts';
import { at, hostRows, hsts, invalid, page, refused } from './testing/hosts.ts';
import { subCertInvalid, subHstsConflict, subNoHttps } from './hosts.ts';

const plainOnly = { http: page(), https: refused, tls: null };

const rows: Row[] = [
  [subNoHttps, 'http alone', at(host('app', plainOnly)), 'fail', /nothing listens on port 443/],
  [
    subNoHttps,
    'http that redirects',
    at(host('app', { ...plainOnly, http: page({ location: 'https://x.example/' }) })),
    'pass',
  ],
  [subNoHttps, 'no other host', named(), 'not-applicable'],
  ...hostRows(subNoHttps),
  [subCertInvalid, 'for another name', at(host('app', { tls: invalid })), 'fail', /ERR_TLS_CERT_ALTNAME_INVALID/],
  [
    subCertInvalid,
    'without its issuer',
    at(host('app', { tls: { ...invalid, problem: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } })),
    'fail',
  ],
  [subCertInvalid, 'no TLS', at(host('app', plainOnly)), 'pass'],
  [subCertInvalid, 'no other host', named(), 'not-applicable'],
  ...hostRows(subCertInvalid),
  [subHstsConflict, 'a host without https', at(host('app', plainOnly), [hsts]), 'fail', /cannot open it/],
  [subHstsConflict, 'an invalid certificate', at(host('app', { http: page(), tls: invalid }), [hsts]), 'fail'],
  [
    subHstsConflict,
    'no includeSubDomains',
    at(host('app', plainOnly), ['Strict-Transport-Security: max-age=9']),
    'not-applicable',
  ],
  ...hostRows(subHstsConflict),
];

testRows(rows);
