import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { httpReader } from './http-reader.ts';
import { latin1Bytes } from '../bytes.ts';

const read = httpReader({
  service: 'couchdb',
  open: /\r\n\r\n\[|X-Couch-/,
  guarded: /couchdb/i,
  version: /CouchDB\/([\d.]+)/,
});
const answer = (status: number, head: string, body: string) =>
  read(latin1Bytes(`HTTP/1.1 ${status} x\r\n${head}\r\n\r\n${body}`));

test('the mark of an answer in JSON shows the service', () => {
  const found = answer(200, 'Server: CouchDB/3.1.1 (Erlang)', '["a"]');
  assert.deepEqual([found?.service, found?.access, found?.version], ['couchdb', 'open', '3.1.1']);
});

test('the size of a chunk is no part of the content', () => {
  assert.equal(answer(200, 'Transfer-Encoding: chunked', '5\r\n["a"]\r\n0\r\n\r\n')?.access, 'open');
  assert.equal(answer(200, 'transfer-encoding: gzip, chunked', '5;x=y\r\n["a"]')?.access, 'open');
  assert.equal(answer(200, 'Transfer-Encoding: chunked', '5\r\nabcde')?.service, 'http');
});

test('the same words in a page show nothing, in a header they do', () => {
  const mention = httpReader({ service: 'elasticsearch', open: /"cluster_name"/ });
  assert.equal(mention(latin1Bytes('HTTP/1.1 200 OK\r\n\r\nWe write about "cluster_name" here.'))?.service, 'http');
  assert.equal(mention(latin1Bytes('HTTP/1.1 200 OK\r\n\r\n<p>{"cluster_name":1}'))?.service, 'http');
  assert.equal(mention(latin1Bytes('HTTP/1.1 200 OK\r\n\r\n { "cluster_name" : 1 }'))?.service, 'elasticsearch');
  assert.equal(answer(200, 'X-Couch-Id: 1', 'hello')?.access, 'open');
});

test('a page that asks for a login is a refusal, whatever its status, and products with the same answers are told apart', () => {
  assert.equal(answer(200, 'X-Couch-Id: 1', '<title>Sign in [CouchDB]</title>')?.access, 'guarded');
  assert.equal(answer(200, 'X-Couch-Id: CouchDB', '<input name=j_username>')?.access, 'guarded');
  assert.equal(answer(200, 'X-Couch-Id: 1', '<title>Script Console</title>')?.access, 'open');
  assert.equal(answer(200, 'X-Couch-Id: 1', '["type=password"]')?.access, 'open');
  const search = httpReader({ service: 'elasticsearch', open: /"cluster_name"/, other: [/opensearch/, 'OpenSearch'] });
  const products = ['opensearch', 'x'].map(
    (one) => search(latin1Bytes(`HTTP/1.1 200 OK\r\n\r\n{"cluster_name":"${one}"}`))?.product,
  );
  assert.deepEqual(products, ['OpenSearch', null]);
});

test('refusals are guarded, and other statuses are any web server', () => {
  assert.equal(answer(401, 'Server: CouchDB/3', '{}')?.access, 'guarded');
  assert.equal(answer(404, 'Server: nginx/1.24.0', '')?.product, 'nginx');
  assert.equal(answer(500, 'Server: CouchDB/3', '[]')?.service, 'http');
});

test('an answer that is not whole is waited for, and nothing else throws', () => {
  assert.equal(read(latin1Bytes('HTTP/1.1 200 OK\r\nServer: x')), null);
  assert.equal(answer(200, 'Server: x', ''), null);
  assert.equal(answer(200, 'Content-Length: 0', '')?.service, 'http');
  const part = fc.constantFrom(
    'HTTP/1.1 ',
    '200',
    '\r\n',
    '\r\n\r\n',
    'Transfer-Encoding: chunked',
    '5',
    '["a"]',
    '<',
    ':',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) =>
      assert.doesNotThrow(() => read(latin1Bytes(parts.join('')))),
    ),
  );
});
