import { type Problem, problem, type ProblemCode, problems } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';

/** The parts of an answer that show a problem. */
interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
  json: () => unknown;
}

/** Asserts that an answer is exactly the problem with this code; returns it. */
export function assertProblem(answer: Answer, code: ProblemCode): Problem {
  const body = problem.parse(answer.json());
  assert.equal(body.code, code, answer.body);
  assert.equal(body.status, problems[code].status);
  assert.equal(answer.statusCode, problems[code].status);
  assert.equal(answer.headers['content-type'], 'application/problem+json');
  assert.equal(answer.headers['x-request-id'], body.requestId);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['cache-control'], 'no-store');
  if (answer.statusCode === 401) assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
  assert.ok(!answer.body.includes('    at '), 'an answer never carries a stack');
  return body;
}
