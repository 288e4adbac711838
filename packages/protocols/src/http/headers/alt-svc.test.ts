import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHttp3, parseAltSvc } from './alt-svc.ts';

const rows: [string, string[], ReturnType<typeof parseAltSvc>][] = [
  ['the same host', ['h3=":443"; ma=86400'], [{ protocol: 'h3', host: null, port: 443 }]],
  [
    'two alternatives',
    ['h3=":443"; ma=86400, h2="Alt.example:8443"; persist=1'],
    [
      { protocol: 'h3', host: null, port: 443 },
      { protocol: 'h2', host: 'alt.example', port: 8443 },
    ],
  ],
  [
    'two lines',
    ['h2="a.example:443"', 'h3=":50781"'],
    [
      { protocol: 'h2', host: 'a.example', port: 443 },
      { protocol: 'h3', host: null, port: 50_781 },
    ],
  ],
  // RFC 7838 section 3: the identifier "w=x:y#z".
  [
    'an escaped identifier',
    ['w%3Dx%3Ay#z="new.example.org:80"'],
    [{ protocol: 'w=x:y#z', host: 'new.example.org', port: 80 }],
  ],
  ['an IPv6 address', ['h3="[2001:db8::1]:443"'], [{ protocol: 'h3', host: '[2001:db8::1]', port: 443 }]],
  ['clear', ['clear'], []],
  ['no port', ['h3="alt.example"'], []],
  ['port 0', ['h3=":0"'], []],
  ['a port too high', ['h3=":70000"'], []],
  ['no quotes', ['h3=:443'], []],
  ['one inside a parameter', ['h2=":443"; x="h3=":443""'], [{ protocol: 'h2', host: null, port: 443 }]],
];

for (const [what, values, expected] of rows)
  test(`Alt-Svc: ${what}`, () => assert.deepEqual(parseAltSvc(values), expected));

test('HTTP/3 and its drafts', () => {
  assert.deepEqual(['h3', 'h3-29', 'h2', 'h3x', 'xh3'].filter(isHttp3), ['h3', 'h3-29']);
});
