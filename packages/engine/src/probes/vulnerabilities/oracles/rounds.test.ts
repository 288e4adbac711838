import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reaction } from '../../../evidence/vulnerabilities/exchange.ts';
import { type Variant, compareReactions } from './rounds.ts';

const answered = (text: string): Reaction =>
  text === 'silence' ? [{ kind: 'silence' }] : [{ kind: 'alert', level: 2, description: text.charCodeAt(0) }];

/** Variants with these scripted answers, repeating the last; and how often each was tested. */
function scripted(script: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const variants = Object.entries(script).map(([name, texts]): Variant<string> => {
    let count = 0;
    return {
      name,
      ask: () => {
        asked.push(name);
        const text = texts[Math.min(count, texts.length - 1)] ?? '';
        count += 1;
        return Promise.resolve(
          text === 'lost' ? { reason: 'timeout', gap: 'words-kept', values: ['lost'] } : answered(text),
        );
      },
    };
  });
  return { variants, asked };
}

const cases: readonly (readonly [string, Readonly<Record<string, readonly string[]>>, string, number])[] = [
  ['equal answers are alike after one round', { a: ['x'], b: ['x'] }, 'alike', 2],
  ['a difference that stays for three rounds is one', { a: ['x'], b: ['y'] }, 'different', 6],
  ['a difference that goes away is none', { a: ['x'], b: ['y', 'x'] }, 'unstable', 4],
  ['one lost answer is asked for again', { a: ['x'], b: ['lost', 'x'] }, 'alike', 3],
  ['an answer that is lost twice is a failure', { a: ['x'], b: ['lost'] }, 'failed', 3],
  ['a difference by silence is asked for in turn', { a: ['x'], b: ['silence'] }, 'different', 10],
  ['silence of a queue goes away in turn', { a: ['x'], b: ['silence', 'silence', 'silence', 'x'] }, 'alike', 8],
];

for (const [what, script, kind, times] of cases) {
  test(what, async () => {
    const { variants, asked } = scripted(script);
    assert.equal((await compareReactions(variants)).kind, kind);
    assert.equal(asked.length, times);
  });
}

test('with two first rounds, an oracle that the first round misses is found', async () => {
  const { variants } = scripted({ a: ['x'], b: ['x', 'y'] });
  assert.equal((await compareReactions(variants, 2)).kind, 'unstable');
});
