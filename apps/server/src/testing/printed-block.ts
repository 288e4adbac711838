import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the checkout. */
export const checkout = path.resolve(import.meta.dirname, '../../../..');

/** A code block of docs/operations.md: the first one in a language that contains a text. */
export function printedBlock(language: string, holding: string): string {
  const text = readFileSync(path.join(checkout, 'docs/operations.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)];
  const found = blocks.find(([, named, block]) => named === language && block?.includes(holding));
  return found?.[2] ?? assert.fail(`docs/operations.md has no block of ${language} with ${holding}`);
}
