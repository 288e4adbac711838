import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, textOf } from '../../catalogue/testing/rows.ts';
import type { ExposedPathResult } from '../../evidence/exposure/schema.ts';
import { fileEnv } from './files/secrets.ts';
import { hitOf, swept } from './testing/evidence.ts';

const env = hitOf('/.env', 'env', 'envFile', { mark: 'secret' });
const others = (count: number): ExposedPathResult[] =>
  Array.from({ length: count }, (_none, at) => hitOf(`/backup-${at}.sql`, 'dump', 'databaseDump'));
const published = Array.from({ length: 20 }, (_none, at) => hitOf(`/sitemap-${at}.xml`, 'well-known', 'sitemap'));
const laravel = hitOf('/storage/logs/laravel.log', 'log', 'laravelLog');
const elmah = hitOf('/elmah.axd', 'log', 'elmah');
const spring = hitOf('/application.yml', 'config', 'yamlConfig');
const actuator = hitOf('/actuator', 'actuator', 'actuator');
const profiles = hitOf('/debug/pprof/', 'status', 'goProfiles');
const phpinfo = hitOf('/phpinfo.php', 'phpinfo', 'phpinfo');
const composer = hitOf('/composer.lock', 'manifest', 'composerLock');

const rows: readonly (readonly [
  fact: string,
  beside: ExposedPathResult[],
  confidence: string | undefined,
  says: RegExp,
])[] = [
  ['alone', [], undefined, /credentials\./],
  ['nine files of an abandoned site', others(8), undefined, /credentials\./],
  ['sixteen files', others(15), undefined, /credentials\./],
  ['seventeen files', others(16), 'firm', /17 such paths are served, which a honeypot would do/],
  ['what is published does not count', published, undefined, /credentials\./],
  ['files of one stack', [laravel, phpinfo, composer], undefined, /credentials\./],
  ['files of rival stacks', [laravel, elmah], 'firm', /Files of laravel and asp\.net are served together/],
  ['a service behind the same proxy', [laravel, actuator, profiles], undefined, /credentials\./],
  ['the name tells the stack', [phpinfo, laravel, spring], 'firm', /Files of laravel and java/],
];

for (const [fact, beside, confidence, says] of rows)
  test(`a secret file is a finding, ${confidence ?? 'confirmed'}: ${fact}`, () => {
    const outcome = fileEnv.evaluate(swept([env, ...beside]));
    const [draft] = draftsOf(outcome);
    assert.equal(outcome.outcome, 'fail');
    assert.ok(draft !== undefined);
    assert.equal('confidence' in draft ? draft.confidence : undefined, confidence);
    assert.match(textOf(outcome), says);
  });
