import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysExist } from './dkim-existence.ts';
import type { DirectExistence } from './schema.ts';
import type { TextAnswer } from './text-answer.ts';

const answer = (status: TextAnswer['status']) => ({
  answer: { name: 'x', status, texts: [], aliases: [] },
  compact: false,
});
const server = (
  plain: DirectExistence['control'],
  dnssec: DirectExistence['control'],
  control: DirectExistence['control'] = 'unknown',
): DirectExistence => ({ address: '192.0.2.53', domainkey: { plain, dnssec }, control });

/** What a resolver shows of servers that deny no name: every name exists, without records. */
const denied = { control: answer('nodata'), domainkey: answer('nodata'), common: [answer('nodata')] };

test('servers that deny no name to resolvers are asked themselves', () => {
  assert.equal(keysExist(denied), 'unknown');
  assert.equal(keysExist({ ...denied, direct: [server('missing', 'exists'), server('exists', 'missing')] }), 'none');
  assert.equal(keysExist({ ...denied, direct: [server('exists', 'exists', 'missing')] }), 'some');
  assert.equal(keysExist({ ...denied, direct: [server('exists', 'exists', 'exists')] }), 'unknown');
});

test('one server that says nothing, a key, or a wildcard leaves no room for a denial', () => {
  assert.equal(
    keysExist({ ...denied, direct: [server('missing', 'missing'), server('unknown', 'unknown')] }),
    'unknown',
  );
  const key = { ...denied, common: [answer('answer')], direct: [server('missing', 'missing')] };
  assert.notEqual(keysExist(key), 'none');
  const wildcard = { ...denied, control: answer('answer'), direct: [server('missing', 'missing')] };
  assert.equal(keysExist(wildcard), 'wildcard');
});
