import type { QuestionId } from '@perimeter/protocols/http/csp/questions.data';

/** Sources of an attacker's script; the last two need a script that already runs to create their URLs. */
export const anywhere: readonly (readonly [QuestionId, string])[] = [
  ['script-any-host', 'any host'],
  ['script-data', 'data: URLs'],
  ['script-blob', 'blob: URLs'],
  ['script-filesystem', 'filesystem: URLs'],
];

/** How an allowed host lets foreign scripts in. */
export const kinds = {
  jsonp: 'returns a callback that the caller names (JSONP)',
  angular: 'serves AngularJS, which runs expressions in markup',
  'user-content': 'serves files of anyone with an account',
};
