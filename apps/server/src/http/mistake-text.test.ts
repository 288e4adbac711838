import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { mistakeText } from './mistake-text.ts';

const cases: [schema: z.ZodType, value: unknown, text: string][] = [
  [z.string(), undefined, 'Required'],
  [z.string().min(1), '', 'Required'],
  [z.string(), 5, 'Use a string'],
  [z.boolean(), 'x', 'Use true or false'],
  [z.string().min(12), 'short', 'Use at least 12 characters'],
  [z.string().max(2), 'abc', 'Use at most 2 characters'],
  [z.number().max(100), 101, 'Use at most 100'],
  [z.enum(['standard', 'deep']), 'x', 'Use standard or deep'],
  [z.string().refine(() => false, 'Own words'), 'x', 'Own words'],
];
for (const [schema, value, text] of cases) {
  test(`a rejected value is explained: ${text}`, () => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    assert.equal(mistakeText(issue?.code ?? '', issue, issue?.message), text);
  });
}
