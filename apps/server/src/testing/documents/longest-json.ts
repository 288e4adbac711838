import assert from 'node:assert/strict';
import type { VerifyThread } from '../../verification/thread.ts';

/** As long as a JSON file may be. */
const longest = 4_194_300;

/** Asserts that a thread reads the longest list of one unit. */
export async function assertRead({ ask }: VerifyThread, unit: string): Promise<void> {
  const bytes = Buffer.from(`[${unit.repeat(Math.floor(longest / unit.length) - 1)}1]`);
  const answer = await ask({ kind: 'json', bytes });
  assert.ok(answer.kind === 'json' && answer.facts.canonicalSha256 !== null, unit);
}
