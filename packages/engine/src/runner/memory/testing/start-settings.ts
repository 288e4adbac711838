import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The memory settings of the service's start command, as `NAME=number`. */
export function startSettings(): Record<string, string> {
  const file = fileURLToPath(new URL('../../../../../../package.json', import.meta.url));
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(file, 'utf8'));
  const found = [...scripts.start.matchAll(/(?<name>MALLOC_\w+)=(?<value>\d+)/gu)];
  assert.ok(found.length > 0, 'The start command sets no memory settings');
  return Object.fromEntries(found.map(({ groups = {} }) => [groups['name'] ?? '', groups['value'] ?? '']));
}
