import { html, json, refused, silent, type Row, testRows, walled } from '../../derive/http/testing/evidence.ts';
import { hdrPermissionsBroad, hdrPermissionsInvalid, hdrPermissionsMissing } from './permissions.ts';

const rows: Row[] = [
  [
    hdrPermissionsBroad,
    'closed features',
    html(['Permissions-Policy: camera=(), geolocation=(self)']),
    'pass',
    /No powerful feature/,
  ],
  [
    hdrPermissionsBroad,
    'an open feature that is not powerful',
    html(['Permissions-Policy: fullscreen=*']),
    'pass',
    /No powerful feature/,
  ],
  [
    hdrPermissionsBroad,
    'camera for everyone',
    html(['Permissions-Policy: camera=*, usb=(*)']),
    'fail',
    /: camera, usb\n/,
  ],
  [hdrPermissionsBroad, 'no header', html([]), 'not-applicable', /not sent/],
  [hdrPermissionsBroad, 'a void header', html(['Permissions-Policy: camera *']), 'not-applicable', /is invalid/],
  [hdrPermissionsBroad, 'JSON', json(['Permissions-Policy: camera=*']), 'not-applicable', /application\/json/],
  [hdrPermissionsBroad, 'a challenge page', walled(['Permissions-Policy: camera=*']), 'inconclusive', /challenge/],

  [hdrPermissionsInvalid, 'a dictionary', html(['Permissions-Policy: camera=()']), 'pass', /sets 1 feature$/],
  [
    hdrPermissionsInvalid,
    'a dictionary with a stray word',
    html(['Permissions-Policy: camera=none']),
    'pass',
    /though camera lists/,
  ],
  [
    hdrPermissionsInvalid,
    'the older syntax',
    html(["Permissions-Policy: camera 'none'; usb 'none'"]),
    'informational',
    /Permissions-Policy: camera 'none'/,
  ],
  [
    hdrPermissionsInvalid,
    'only the older header',
    html(["Feature-Policy: camera 'none'"]),
    'informational',
    /Feature-Policy: camera 'none'/,
  ],
  [
    hdrPermissionsInvalid,
    'both headers',
    html(["Feature-Policy: camera 'none'", 'Permissions-Policy: camera=()']),
    'pass',
    /Permissions-Policy is valid/,
  ],
  [hdrPermissionsInvalid, 'no header', html([]), 'not-applicable', /not sent/],
  [hdrPermissionsInvalid, 'silence', silent, 'inconclusive', /timeout/],

  [hdrPermissionsMissing, 'a header', html(['Permissions-Policy: camera=()']), 'pass', /is sent/],
  [
    hdrPermissionsMissing,
    'no header',
    html([]),
    'informational',
    /^HTTP\/1\.1 200 OK\nContent-Type: text\/html; charset=utf-8$/m,
  ],
  [hdrPermissionsMissing, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrPermissionsMissing, 'a challenge page', walled([]), 'inconclusive', /challenge/],
];

testRows(rows);
