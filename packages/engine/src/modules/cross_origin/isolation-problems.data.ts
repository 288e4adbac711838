import type { IsolationProblem } from '@perimeter/protocols/http/cross-origin/isolation';

/** Why browsers ignore the value of a header. */
export const isolationProblems: Readonly<Record<IsolationProblem, string>> = {
  'not-structured': 'it is no structured field',
  repeated: 'it is sent more than once or holds a list',
  'unknown-value': 'browsers know no such value',
};
