import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import type { ExposedPathResult } from '../../../evidence/exposure/schema.ts';
import { hitOf, pathRows, type Row, swept, testRows } from '../testing/evidence.ts';
import { actuatorSensitive, debugConsole, debugPhpinfo, statusPage } from './debug.ts';

const spring = 'application/vnd.spring-boot.actuator.v3+json';
const sound = {
  path: '/actuator/env',
  status: 200,
  type: spring,
  control: { status: 404, type: 'application/json' },
} as const;
type Listed = NonNullable<ExposedPathResult['listed']>;
const indexOf = (listed: Listed | null) => hitOf('/actuator', 'actuator', 'actuator', { listed });
const index = indexOf(sound);

testRows([
  ...pathRows(debugPhpinfo, hitOf('/info.php', 'phpinfo', 'phpinfo'), 'fail', /environment variables/),
  ...pathRows(debugConsole, hitOf('/_profiler/', 'console', 'symfonyProfiler'), 'fail', /Symfony profiler/),
  [debugConsole, 'Ignition', swept([hitOf('/_ignition/health-check', 'console', 'ignition')]), 'fail', /Laravel/],
  ...pathRows(statusPage, hitOf('/metrics', 'status', 'prometheus'), 'fail', /internal figures/),
  ...pathRows(actuatorSensitive, index, 'fail', /HEAD \/actuator\/env: 200, .*; a path of nearly the same name: 404/),
  ...(
    [
      ['what it lists is refused', { ...sound, status: 401 }],
      ['what it lists leads to a login', { ...sound, status: 302, type: '' }],
      ['what it lists is a log-in page', { ...sound, type: 'text/html' }],
      ['what it lists is a text', { ...sound, type: 'text/plain' }],
      ['what it lists is not there', { ...sound, status: 404 }],
    ] as const
  ).map(([what, listed]): Row => [actuatorSensitive, what, swept([indexOf(listed)]), 'pass', /none serves/]),
]);

/** What HEAD on a listed endpoint proves, and what it leaves open. */
const sureness: readonly [what: string, listed: Listed | null, confidence: 'firm' | 'potential' | undefined][] = [
  ['its data, and a control that has none', sound, undefined],
  ['plain JSON, as earlier versions sent it', { ...sound, type: 'application/json' }, undefined],
  ['an index alone', null, 'firm'],
  ['no answer', { ...sound, status: null, type: null, control: null }, 'firm'],
  ['a server that does not know HEAD', { ...sound, status: 405 }, 'firm'],
  ['a server that fails', { ...sound, status: 502 }, 'firm'],
  ['a status without a type', { ...sound, type: '' }, 'firm'],
  ['a status alone, in earlier evidence', { path: '/actuator/env', status: 200 }, 'firm'],
  ['a control that is answered alike', { ...sound, control: { status: 200, type: spring } }, 'potential'],
  ['a control without an answer', { ...sound, control: { status: null, type: null } }, 'firm'],
];

for (const [what, listed, confidence] of sureness)
  test(`HEAD on what is listed: ${what}`, () => {
    const [draft] = draftsOf(actuatorSensitive.evaluate(swept([indexOf(listed)])));
    assert.ok(draft !== undefined && 'evidence' in draft);
    assert.equal('confidence' in draft ? draft.confidence : undefined, confidence);
  });
