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
  [z.array(z.string()).min(1), [], 'Use at least 1 entry'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Use at most 2 entries'],
  [z.number().max(100), 101, 'Use at most 100'],
  [z.enum(['standard', 'deep']), 'x', 'Use standard or deep'],
  [z.enum(['json', 'csv', 'html']), 'x', 'Use json, csv or html'],
  [z.string().refine(() => false, 'Own words'), 'x', 'Own words'],
];
for (const [schema, value, text] of cases) {
  test(`a rejected value is explained: ${text}`, () => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    assert.equal(mistakeText(issue?.code ?? '', issue, issue?.message), text);
  });
}
