import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { hitOf, pathRows, swept, testRows } from '../testing/evidence.ts';
import { actuatorSensitive, debugConsole, debugPhpinfo, statusPage } from './debug.ts';

const index = hitOf('/actuator', 'actuator', 'actuator', { listed: { path: '/actuator/env', status: 200 } });

testRows([
  ...pathRows(debugPhpinfo, hitOf('/info.php', 'phpinfo', 'phpinfo'), 'fail', /environment variables/),
  ...pathRows(debugConsole, hitOf('/_profiler/', 'console', 'symfonyProfiler'), 'fail', /Symfony profiler/),
  [debugConsole, 'Ignition', swept([hitOf('/_ignition/health-check', 'console', 'ignition')]), 'fail', /Laravel/],
  ...pathRows(statusPage, hitOf('/metrics', 'status', 'prometheus'), 'fail', /internal figures/),
  ...pathRows(actuatorSensitive, index, 'fail', /HEAD \/actuator\/env: 200/),
  [
    actuatorSensitive,
    'what it lists is refused',
    swept([{ ...index, listed: { path: '/actuator/env', status: 401 } }]),
    'pass',
    /none serves/,
  ],
]);

test('an index alone makes it firm, not confirmed', () => {
  const [draft] = draftsOf(actuatorSensitive.evaluate(swept([{ ...index, listed: null }])));
  assert.ok(draft !== undefined && 'confidence' in draft && draft.confidence === 'firm');
});
