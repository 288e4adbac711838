import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCrossOriginIsolated, parseEmbedderPolicy, parseOpenerPolicy, parseResourcePolicy } from './isolation.ts';

const lines = (name: string, ...values: string[]) => values.map((value) => [name, value] as const);
const opener = (...values: string[]) => parseOpenerPolicy(lines('Cross-Origin-Opener-Policy', ...values));
const embedder = (...values: string[]) => parseEmbedderPolicy(lines('Cross-Origin-Embedder-Policy', ...values));
const resource = (...values: string[]) => parseResourcePolicy(lines('Cross-Origin-Resource-Policy', ...values));
const shown = (parsed: ReturnType<typeof opener | typeof embedder | typeof resource>): string =>
  parsed.state === 'valid' ? parsed.value : parsed.state === 'invalid' ? parsed.problem : 'absent';

const cases: [read: string, expected: string][] = [
  [shown(opener()), 'absent'],
  [shown(opener('same-origin')), 'same-origin'],
  [shown(opener('same-origin; report-to="x"')), 'same-origin'],
  [shown(opener(' noopener-allow-popups ')), 'noopener-allow-popups'],
  [shown(opener('same-origin; report-to')), 'same-origin'],
  [shown(opener('same-origin; report-to=coop endpoint')), 'not-structured'],
  [shown(opener('Same-Origin')), 'unknown-value'],
  [shown(opener('"same-origin"')), 'unknown-value'],
  [shown(opener('same-site')), 'unknown-value'],
  [shown(opener('same-origin, same-origin')), 'not-structured'],
  [shown(opener('same-origin', 'same-origin')), 'repeated'],
  [shown(opener('')), 'not-structured'],
  [shown(embedder('require-corp')), 'require-corp'],
  [shown(embedder('credentialless')), 'credentialless'],
  [shown(embedder('same-origin')), 'unknown-value'],
  [shown(resource('same-site')), 'same-site'],
  [shown(resource('cross-origin')), 'cross-origin'],
  [shown(resource('Same-Site')), 'unknown-value'],
  [shown(resource('same-origin; report-to="x"')), 'unknown-value'],
  [shown(resource('same-origin', 'same-origin')), 'repeated'],
];
for (const [index, [read, expected]] of cases.entries()) {
  test(`value ${index} is read as ${expected}`, () => assert.equal(read, expected));
}

test('the group for reports is read, and the header that only reports is another', () => {
  const parsed = parseOpenerPolicy(
    lines('cross-origin-opener-policy-report-only', 'same-origin; report-to="g"'),
    'report-only',
  );
  assert.deepEqual(parsed, { state: 'valid', value: 'same-origin', reportTo: 'g' });
  assert.equal(opener().state, 'absent');
});

test('a document is isolated by both headers together', () => {
  const isolated = (coop: string, coep: string) =>
    isCrossOriginIsolated([
      ...lines('Cross-Origin-Opener-Policy', coop),
      ...lines('Cross-Origin-Embedder-Policy', coep),
    ]);
  assert.equal(isolated('same-origin', 'require-corp'), true);
  assert.equal(isolated('same-origin', 'credentialless'), true);
  assert.equal(isolated('same-origin', 'unsafe-none'), false);
  assert.equal(isolated('same-origin-allow-popups', 'require-corp'), false);
  assert.equal(isCrossOriginIsolated([]), false);
});
