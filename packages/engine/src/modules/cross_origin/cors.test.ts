import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { failed, silent } from '../derive/http/testing/evidence.ts';
import * as all from './cors.ts';
import {
  corsHttpOrigin,
  corsNullCredentials,
  corsPreflightBroad,
  corsPrivateNetwork,
  corsReflectCredentials,
  corsReflectPublic,
  corsStarCredentials,
  corsSuffixPrefix,
  corsVary,
  corsWildcard,
} from './cors.ts';
import {
  allow,
  credentials,
  crossOriginSite,
  type CrossOriginRow,
  granted,
  reflecting,
  testCrossOriginRows,
} from './testing/evidence.ts';

const nothing = { ...silent, behaviour: noBehaviour };
const plain = crossOriginSite({ preflight: [] });
const reflects = crossOriginSite({ cors: reflecting(credentials, 'Vary: Origin'), preflight: [] });
const echoes = crossOriginSite({ cors: reflecting('Vary: Origin'), preflight: [] });
const fixed = crossOriginSite({
  document: [allow('https://app.site.lab'), credentials],
  cors: Object.fromEntries(
    (['random', 'null', 'suffix', 'prefix', 'http'] as const).map((one) => [
      one,
      [allow('https://app.site.lab'), credentials],
    ]),
  ),
});
const only = (variant: Parameters<typeof granted>[0]) => crossOriginSite({ cors: granted(variant) });
const silentOn = (variant: 'random' | 'null' | 'suffix' | 'http') =>
  crossOriginSite({ cors: { [variant]: failed(`cors-${variant}`, 'timeout') } });
const preflight = (...lines: string[]) => crossOriginSite({ preflight: lines });

const rows: CrossOriginRow[] = [
  [corsReflectCredentials, 'any origin, with credentials', reflects, 'fail', /p1\.example/],
  [corsReflectCredentials, 'any origin, without', echoes, 'pass'],
  [
    corsReflectCredentials,
    'credentials in capitals',
    crossOriginSite({ cors: reflecting('Access-Control-Allow-Credentials: TRUE') }),
    'pass',
  ],
  [corsReflectCredentials, 'a list', fixed, 'pass'],
  [corsReflectCredentials, 'no CORS', plain, 'pass'],
  [corsReflectCredentials, 'one origin without answer', silentOn('random'), 'inconclusive'],
  ...[429, 502, 503, 504, 520].flatMap((status): CrossOriginRow[] => [
    [
      corsReflectCredentials,
      `one origin answered with ${status}`,
      crossOriginSite({ status }),
      'inconclusive',
      new RegExp(`${status}`),
    ],
    [
      corsReflectCredentials,
      `any origin accepted with ${status}`,
      crossOriginSite({ status, cors: reflecting(credentials) }),
      'fail',
    ],
    [
      corsPreflightBroad,
      `a preflight answered with ${status}`,
      crossOriginSite({ preflight: [], preflightStatus: status }),
      'inconclusive',
    ],
    [
      corsPrivateNetwork,
      `a preflight answered with ${status}`,
      crossOriginSite({ preflight: [], preflightStatus: status }),
      'inconclusive',
    ],
  ]),
  [corsReflectCredentials, 'a server that refuses', crossOriginSite({ status: 403 }), 'pass'],
  [
    corsPreflightBroad,
    'a server that does not know OPTIONS',
    crossOriginSite({ preflight: [], preflightStatus: 501 }),
    'pass',
  ],
  [corsReflectCredentials, 'silence', nothing, 'inconclusive'],
  [corsReflectCredentials, 'a gateway without the server', crossOriginSite({ status: 502 }), 'inconclusive'],
  [corsReflectCredentials, 'a gateway that ran out of time', crossOriginSite({ status: 504 }), 'inconclusive'],
  [corsReflectCredentials, 'an application that throws for origins', crossOriginSite({ status: 500 }), 'pass'],
  [
    corsReflectCredentials,
    'a gateway that grants what the server does not answer',
    crossOriginSite({ status: 502, cors: reflecting(credentials, 'Vary: Origin') }),
    'fail',
  ],
  [corsNullCredentials, 'null', only('null'), 'fail', /sandboxed/],
  [corsNullCredentials, 'null without credentials', crossOriginSite({ cors: { null: [allow('null')] } }), 'pass'],
  [corsNullCredentials, 'any origin', reflects, 'not-applicable', /cors-reflect-credentials/],
  [corsNullCredentials, 'no CORS', plain, 'pass'],
  [corsNullCredentials, 'no answer', silentOn('null'), 'inconclusive'],
  [corsSuffixPrefix, 'a longer name', only('suffix'), 'fail', /site\.lab\.p1\.example is accepted/],
  [
    corsSuffixPrefix,
    'both',
    crossOriginSite({ cors: { ...granted('suffix'), ...granted('prefix') } }),
    'fail',
    /xsite\.lab are/,
  ],
  [corsSuffixPrefix, 'any origin', reflects, 'not-applicable'],
  [corsSuffixPrefix, 'no CORS', plain, 'pass'],
  [corsSuffixPrefix, 'no answer', silentOn('suffix'), 'inconclusive'],
  [corsHttpOrigin, 'its own name over http', only('http'), 'fail', /http:\/\/site\.lab is accepted/],
  [corsHttpOrigin, 'any origin', reflects, 'not-applicable'],
  [corsHttpOrigin, 'a list', fixed, 'pass'],
  [corsHttpOrigin, 'no answer', silentOn('http'), 'inconclusive'],
  [corsReflectPublic, 'an echo', echoes, 'fail', /comes back/],
  [corsReflectPublic, 'an echo with credentials', reflects, 'not-applicable'],
  [corsReflectPublic, 'everyone', crossOriginSite({ document: [allow('*')], cors: { random: [allow('*')] } }), 'pass'],
  [corsReflectPublic, 'silence', nothing, 'inconclusive'],
  [
    corsStarCredentials,
    'both',
    crossOriginSite({ cors: { random: [allow('*'), credentials] } }),
    'fail',
    /refuse the pair/,
  ],
  [corsStarCredentials, 'everyone alone', crossOriginSite({ cors: { random: [allow('*')] } }), 'pass'],
  [corsStarCredentials, 'any origin', reflects, 'not-applicable'],
  [corsStarCredentials, 'silence', nothing, 'inconclusive'],
  [corsVary, 'an echo that does not say so', crossOriginSite({ cors: reflecting() }), 'fail', /no Vary/],
  [corsVary, 'an echo that says so', echoes, 'pass'],
  [corsVary, 'Vary in capitals, in a list', crossOriginSite({ cors: reflecting('Vary: Accept, ORIGIN') }), 'pass'],
  [
    corsVary,
    'a private response',
    crossOriginSite({ document: ['Cache-Control: private'], cors: reflecting() }),
    'not-applicable',
  ],
  [corsVary, 'the same for all', fixed, 'pass'],
  [corsVary, 'silence', nothing, 'inconclusive'],
  [
    corsPreflightBroad,
    'everything',
    preflight(
      allow('https://p1.example'),
      credentials,
      'Access-Control-Allow-Methods: PUT',
      'Access-Control-Allow-Headers: X-Perimeter',
    ),
    'fail',
    /method PUT, a header/,
  ],
  [
    corsPreflightBroad,
    'everything without credentials',
    preflight(allow('https://p1.example'), 'Access-Control-Allow-Methods: PUT'),
    'pass',
  ],
  [
    corsPreflightBroad,
    'for a year',
    preflight(allow('https://p1.example'), credentials, 'Access-Control-Max-Age: 31536000'),
    'fail',
    /more than a day/,
  ],
  [corsPreflightBroad, 'any origin', reflects, 'not-applicable'],
  [corsPreflightBroad, 'nothing', plain, 'pass'],
  [corsPreflightBroad, 'not sent', crossOriginSite(), 'inconclusive'],
  [corsPrivateNetwork, 'open', preflight('Access-Control-Allow-Private-Network: true'), 'informational'],
  [corsPrivateNetwork, 'not sent', plain, 'pass'],
  [corsPrivateNetwork, 'silence', nothing, 'inconclusive'],
  [corsWildcard, 'everyone', crossOriginSite({ document: [allow('*')] }), 'informational'],
  [corsWildcard, 'everyone who asks', crossOriginSite({ cors: { random: [allow('*')] } }), 'informational'],
  [corsWildcard, 'a list', fixed, 'pass'],
  [corsWildcard, 'silence', nothing, 'inconclusive'],
];
testCrossOriginRows(rows);

test('an error page shows how origins are compared, with lower confidence', () => {
  const confidence = (status: number) =>
    draftsOf(
      corsReflectCredentials.evaluate(crossOriginSite({ status, cors: reflecting(credentials, 'Vary: Origin') })),
    ).map((draft) => ('confidence' in draft ? draft.confidence : undefined));
  assert.deepEqual(confidence(200), ['confirmed']);
  assert.deepEqual([confidence(302), confidence(404)], [['firm'], ['firm']]);
});

test('a server that accepts every origin is one high finding', () => {
  const failing = Object.values(all).filter((check) => check.evaluate(reflects).outcome === 'fail');
  assert.deepEqual(
    failing.map(({ id }) => id),
    ['cors-reflect-credentials'],
  );
});

const mixedCase = (text: string, flips: readonly boolean[]): string =>
  [...text].map((letter, at) => (flips[at % flips.length] === true ? letter.toUpperCase() : letter)).join('');

test('case of header names and white space change nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      fc.constantFrom('', ' ', '\t', ' \t '),
      (flips, space) => {
        const write = (line: string): string => {
          const [name = '', ...value] = line.split(': ');
          return `${mixedCase(name, flips)}:${space}${value.join(': ')}${space}`;
        };
        const cors = Object.fromEntries(
          Object.entries(reflecting(credentials)).map(([variant, lines]) => [variant, lines.map(write)]),
        );
        const outcomes = (given: typeof cors) =>
          Object.values(all).map((check) => check.evaluate(crossOriginSite({ cors: given })).outcome);
        assert.deepEqual(outcomes(cors), outcomes(reflecting(credentials)));
      },
    ),
    { numRuns: 100 },
  );
});
