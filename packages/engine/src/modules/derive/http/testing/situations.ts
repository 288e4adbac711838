import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import type { ModuleSituations } from '../../../../catalogue/testing/module.ts';
import { html, nameless, refused, silent, walled } from './evidence.ts';

/** Header names that checks read, and some that none reads. */
const names = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Feature-Policy',
  'Cache-Control',
  'Set-Cookie',
  'Content-Type',
  'Content-Encoding',
  'Public-Key-Pins',
  'Report-To',
  'NEL',
  'Reporting-Endpoints',
  'Timing-Allow-Origin',
  'Age',
  'Server',
  'X-Powered-By',
  'X-AspNet-Version',
  'X-Debug-Token',
  'X-Varnish',
  'Strict-Transport-Security',
  'Location',
  'Via',
  'X-Anything',
];
const values = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '*',
    'a/1.2',
    '10.0.0.1',
    'unsafe-url',
    'camera=*',
    'sid=x; Path=/',
    'public',
    'max-age=1; includeSubDomains',
    '{"endpoints":[]}',
    'DENY',
    'text/html',
  ),
);

/** Header lines of a hostile answer. */
export const hostileHeaders = fc
  .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 30 })
  .map((lines) => lines.map(([name, value]) => `${name}: ${value}`));

/** The situations for modules that read HTTP answers. */
export const siteSituations: ModuleSituations = {
  silent: { evidence: [silent] },
  refused: { evidence: [refused, nameless] },
  walled: { evidence: [walled([])] },
  hostile: hostileHeaders.map((lines) => html(lines)),
};
