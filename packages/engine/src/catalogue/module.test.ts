import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineCheck } from './check.ts';
import { defineModule } from './module.ts';
import { checkOrder } from './order.data.ts';
import { notApplicable } from './outcome.ts';

const checkOf = (id: string) =>
  defineCheck({
    id,
    title: 'Good',
    finding: 'Bad',
    needs: ['target'],
    evaluate: () => notApplicable('Only a test'),
  });

const facts = { id: 'dnssec', title: 'DNSSEC', category: 'dns_email' } as const;
const ids = checkOrder['dnssec'] ?? [];
const topicOf = (names: readonly string[]) => Object.fromEntries(names.map((id) => [id, checkOf(id)]));

test('checks run in the order of the catalogue, whatever order or extra exports their topics have', () => {
  const [first = '', ...others] = ids;
  const topics = [{ ...topicOf(others.toReversed()), limit: 3, judge: () => null }, topicOf([first])];
  assert.deepEqual(
    defineModule({ ...facts, topics }).checks.map(({ id }) => id),
    ids,
  );
});

test('a check that the order does not name is refused, and one that no topic exports', () => {
  assert.throws(() => defineModule({ ...facts, topics: [topicOf([...ids, 'planted'])] }), /same checks: planted$/);
  assert.throws(() => defineModule({ ...facts, topics: [topicOf(ids.slice(1))] }), new RegExp(`: ${ids[0]}$`));
});
