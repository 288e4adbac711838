import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { AppError } from '../http/errors.ts';
import { createHttp } from './bare-server.ts';
import { addProblems } from './problems.ts';
import { addRequestId } from './request-id.ts';
import { addRouteFacts } from './route-facts.ts';

const ofFile = {
  'content-disposition': 'attachment; filename="report.csv"',
  'content-type': 'text/csv',
  etag: '"of the file"',
  'last-modified': new Date(0).toUTCString(),
  'repr-digest': 'sha-256=:AAAA:',
};

const http = createHttp(false);
addProblems(http);
addRouteFacts(http);
addRequestId(http);
http.get('/api/thrown', async (_request, reply) => {
  reply.headers(ofFile);
  throw new AppError('service_unavailable', { headers: { 'retry-after': '2' } });
});
http.get('/api/streamed', async (_request, reply) =>
  reply.headers(ofFile).send(
    Readable.from(
      (async function* pieces() {
        yield* await Promise.reject<string[]>(new Error('A defect before the first piece'));
      })(),
    ),
  ),
);
test.after(async () => http.close());

for (const [url, status] of [
  ['/api/thrown', 503],
  ['/api/streamed', 500],
] as const) {
  test(`an error in place of a file (${url}) has no header of the file`, async () => {
    const { statusCode, headers, body } = await http.inject(url);
    assert.equal(statusCode, status, body);
    assert.match(String(headers['content-type']), /^application\/problem\+json/);
    for (const name of Object.keys(ofFile).filter((one) => one !== 'content-type'))
      assert.equal(headers[name], undefined, name);
  });
}
