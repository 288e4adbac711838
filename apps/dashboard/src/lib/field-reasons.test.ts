import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsOf } from './field-reasons.ts';
import { RequestError } from './request.ts';

test('the reason for a field is found by the name of the field; without one there is none', () => {
  const message = 'This password is too common';
  const problem = {
    type: 'about:blank',
    title: 'Invalid',
    status: 422,
    code: 'invalid_request',
    requestId: '',
    retryable: false,
  };
  const refused = new RequestError({ ...problem, errors: [{ pointer: '/newPassword', message }] }, null);
  assert.deepEqual([...reasonsOf(refused)], [['newPassword', message]]);
  for (const error of [null, new Error('x'), new RequestError(problem, null)]) assert.equal(reasonsOf(error).size, 0);
});
