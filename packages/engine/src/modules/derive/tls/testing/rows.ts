import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { Check } from '../../../../catalogue/check.ts';
import type { TlsEndpoint } from '../../../../evidence/tls/schema.ts';
import { answer } from './evidence.ts';

/** The check, what is so, the endpoints that show it, the outcome, and what reason, description or proof must say. */
export type Row = readonly [
  check: Check,
  fact: string,
  endpoints: TlsEndpoint | readonly TlsEndpoint[],
  outcome: OutcomeKind,
  says?: RegExp,
];

/** One test a row. */
export function testRows(rows: readonly Row[]): void {
  for (const [check, fact, endpoints, outcome, says] of rows) {
    test(`${check.id} is ${outcome}: ${fact}`, () => {
      const given = answer(check, [endpoints].flat());
      assert.equal(given.outcome, outcome, given.text);
      if (says !== undefined) assert.match(given.text, says);
      if (outcome === 'fail')
        assert.match(given.text, /\boffered\b[^]*\nReproduce: /i, 'handshake in words, and a command');
    });
  }
}
