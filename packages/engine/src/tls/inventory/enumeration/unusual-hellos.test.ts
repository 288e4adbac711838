import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlightReader } from '@perimeter/protocols/tls/handshake/flight';
import { netFailed } from '../../../evidence/observed.ts';
import type { ServerAnswer } from '../../client/answer.ts';
import { fieldSuites, srpSuites } from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import { hasNeither } from './unusual-hellos.ts';

const { flight } = new FlightReader();
const refusedBy = (alert: number | null): ServerAnswer => ({
  kind: 'refused',
  flight,
  how: { code: 'alert', values: [] },
  alert,
});

test('one refusal covers named fields and named users, where only their absence explains it', async () => {
  const rows: [string, ServerAnswer, boolean][] = [
    ['handshake_failure', refusedBy(40), true],
    ['insufficient_security', refusedBy(71), false],
    ['a name that the server does not know', refusedBy(115), false],
    ['a closed connection', refusedBy(null), false],
    ['silence', { kind: 'failed', flight, failure: netFailed('timeout', 'no-message'), confirmed: true }, false],
  ];
  for (const [what, answer, expected] of rows) {
    const asked: HelloSpec[] = [];
    const ask = (spec: HelloSpec): Promise<ServerAnswer> => {
      asked.push(spec);
      return Promise.resolve(answer);
    };
    assert.equal(await hasNeither({ ask }, {}), expected, what);
    assert.deepEqual(
      asked.map(({ suites }) => suites),
      [[...fieldSuites, ...srpSuites]],
      what,
    );
  }
});
