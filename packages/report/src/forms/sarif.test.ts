import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderSarif } from './sarif.ts';

// The parts of SARIF 2.1.0 that are written, with the standard's own constraints (sections 3.14 to 3.52); strict, so that
// a member that the standard does not have is an error.
const text = z.string().min(1);
const message = z.strictObject({ text });
const level = z.enum(['none', 'note', 'warning', 'error']);
const properties = z.record(z.string(), z.unknown());
const rule = z.strictObject({
  id: text,
  name: text.regex(/^[A-Z][A-Za-z0-9]*$/),
  shortDescription: message,
  fullDescription: message,
  help: z.strictObject({ text, markdown: text }),
  helpUri: z.url().optional(),
  defaultConfiguration: z.strictObject({ level }),
  properties: z.looseObject({ 'security-severity': text.regex(/^\d+\.\d$/), tags: z.array(text) }),
});
const result = z.strictObject({
  ruleId: text,
  ruleIndex: z.int().min(0),
  kind: z.literal('fail'),
  level,
  message,
  locations: z
    .array(
      z.strictObject({
        physicalLocation: z.strictObject({
          artifactLocation: z.strictObject({ uri: text.regex(/^[\u0021-\u007e]+$/) }),
          region: z.strictObject({ startLine: z.int().min(1) }),
        }),
        logicalLocations: z.array(z.strictObject({ fullyQualifiedName: text, name: text, kind: text })),
      }),
    )
    .length(1),
  partialFingerprints: z.record(z.string(), text),
  rank: z.number().min(0).max(100),
  properties,
});
const run = z.strictObject({
  tool: z.strictObject({ driver: z.strictObject({ name: text, semanticVersion: text, rules: z.array(rule) }) }),
  automationDetails: z.strictObject({ id: text }),
  invocations: z.array(
    z.strictObject({
      executionSuccessful: z.boolean(),
      startTimeUtc: z.iso.datetime(),
      endTimeUtc: z.iso.datetime(),
      toolExecutionNotifications: z.array(z.strictObject({ level, descriptor: z.strictObject({ id: text }), message })),
    }),
  ),
  columnKind: z.literal('utf16CodeUnits'),
  results: z.array(result),
  properties,
});
const log = z.strictObject({ $schema: z.url(), version: z.literal('2.1.0'), runs: z.array(run).length(1) });

test('the log has what SARIF 2.1.0 asks for and nothing that it does not know', () => {
  const [only] = log.parse(JSON.parse(renderSarif(sampleReport))).runs;
  assert.equal(only?.results.length, sampleReport.findings.length);
  assert.equal(only?.automationDetails.id, 'perimeter/example.org/standard');
});

test('each result points to its rule, each rule stands once, and severities keep their level', () => {
  const [only] = log.parse(JSON.parse(renderSarif(sampleReport))).runs;
  assert.ok(only !== undefined);
  const { rules } = only.tool.driver;
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
  for (const { ruleId, ruleIndex } of only.results) assert.equal(rules[ruleIndex]?.id, ruleId);
  const levels = Object.fromEntries(only.results.map((one) => [one.ruleId, one.level]));
  assert.deepEqual(levels, {
    'tls-legacy-versions': 'error',
    'hsts-missing': 'warning',
    'dmarc-policy-none': 'warning',
    'server-version-disclosed': 'note',
  });
});

test('a place is a path without scheme, or the line of the file that names the target', () => {
  const uris = (...args: Parameters<typeof renderSarif>) =>
    log.parse(JSON.parse(renderSarif(...args))).runs[0]?.results[0]?.locations[0]?.physicalLocation;
  assert.deepEqual(uris(sampleReport), {
    artifactLocation: { uri: 'www.example.org/' },
    region: { startLine: 1 },
  });
  assert.deepEqual(uris(sampleReport, { uri: 'perimeter.yml', line: 7 }), {
    artifactLocation: { uri: 'perimeter.yml' },
    region: { startLine: 7 },
  });
});

test('checks that could not be judged are notifications, not silence', () => {
  const [only] = log.parse(JSON.parse(renderSarif(sampleReport))).runs;
  assert.deepEqual(
    only?.invocations[0]?.toolExecutionNotifications.map(({ descriptor }) => descriptor.id),
    ['coop-missing'],
  );
});

test('an audit without findings still writes a log, and hostile text stays data', () => {
  log.parse(JSON.parse(renderSarif({ ...sampleReport, findings: [] })));
  const hostile = renderSarif(hostileWellFormed());
  log.parse(JSON.parse(hostile));
  assert.doesNotMatch(hostile.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
});
