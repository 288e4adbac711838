import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openBy } from '../../../catalogue/outcome.ts';
import { openTexts } from '../../../evidence/open-texts.data.ts';

const sources = readdirSync(import.meta.dirname)
  .filter((name) => /^[a-z-]+\.ts$/.test(name))
  .map((name) => [name, readFileSync(path.join(import.meta.dirname, name), 'utf8')] as const);

test('a cause gives its sentence, with its values', () => {
  assert.deepEqual(openBy('datagram-unanswered', '192.0.2.1', 53), {
    outcome: 'inconclusive',
    cause: 'silence',
    reason: 'No answer from 192.0.2.1 UDP port 53: packets may be filtered',
  });
});

test('subjects word no open cause themselves', () => {
  for (const [name, text] of sources) assert.doesNotMatch(text, /inconclusive\(\s*'[a-z-]+',\s*['`]/, name);
});

test('each open cause is used by a subject', () => {
  const all = sources.map(([, text]) => text).join('\n');
  for (const cause of Object.keys(openTexts))
    assert.match(all, new RegExp(`open(?:By\\(|As\\([^;]*?,)\\s*'${cause}'`), cause);
});
