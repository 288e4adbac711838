import { auditStarted } from '@perimeter/contract/audit';
import { verification } from '@perimeter/contract/verification';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { firstAccount } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1));
const holder = await firstAccount(service);

async function completed(domain: string): Promise<string> {
  const { id } = auditStarted.parse((await holder.send('POST', '/api/audit/start', { domain })).json());
  for (;;) {
    const { status } = z
      .object({ status: z.string() })
      .parse((await holder.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' })).json());
    if (status === 'completed') return id;
  }
}

const id = await completed('paper.net');
const path = `/api/audit/${id}/report/pdf`;
const get = async (headers: Record<string, string> = {}, url = path) => holder.send('GET', url, undefined, headers);
const first = await get();
const roots = async (): Promise<X509Certificate[]> => {
  const pem = (await service.http.inject('/.well-known/perimeter-signing/root.pem')).body;
  return [...pem.matchAll(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g)].map(([one]) => new X509Certificate(one));
};
const verify = async (bytes: Buffer, type = 'application/pdf') => {
  const answer = await service.http.inject({
    method: 'POST',
    url: '/api/verify',
    payload: bytes,
    headers: { 'content-type': type },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return verification.parse(answer.json());
};

test('the PDF is sealed, verifies under the published root, and holds the report that the API serves', async () => {
  assert.equal(first.statusCode, 200, first.body.slice(0, 300));
  assert.equal(first.headers['content-type'], 'application/pdf');
  const result = verifySealedPdf(first.rawPayload, await roots());
  assert.ok(result.intact, JSON.stringify(result.checks));
  assert.deepEqual(result.report, (await get({}, `/api/audit/${id}/report`)).rawPayload);
});

test('ETags and digests belong to the file, which is identical at each request', async () => {
  const hex = sha256Hex(first.rawPayload);
  assert.equal(first.headers.etag, `"sha256-${hex}"`);
  assert.equal(first.headers['repr-digest'], `sha-256=:${Buffer.from(hex, 'hex').toString('base64')}:`);
  assert.equal(first.headers['content-encoding'], undefined);
  assert.ok((await get()).rawPayload.equals(first.rawPayload));
  const known = await get({ 'if-none-match': String(first.headers.etag) });
  assert.deepEqual([known.statusCode, known.body], [304, '']);
  const since = String(first.headers['last-modified']);
  assert.equal((await get({ 'if-modified-since': since })).statusCode, 304);
  const before = new Date(Date.parse(since) - 1_000).toUTCString();
  assert.equal((await get({ 'if-modified-since': before })).statusCode, 200);
  // An ETag that does not match takes precedence over a date (RFC 9110 section 13.1.3).
  assert.equal((await get({ 'if-modified-since': since, 'if-none-match': '"another"' })).statusCode, 200);
  const head = await holder.send('HEAD', path);
  assert.deepEqual(
    [head.statusCode, head.body, head.headers['content-length']],
    [200, '', String(first.rawPayload.length)],
  );
});

test('byte ranges can be requested', async () => {
  const part = await get({ range: 'bytes=0-7' });
  assert.deepEqual([part.statusCode, part.body.slice(0, 5)], [206, '%PDF-']);
  assert.equal(part.headers['content-range'], `bytes 0-7/${first.rawPayload.length}`);
  assert.equal((await get({ range: 'bytes=99999999-' })).statusCode, 416);
  assert.equal((await get({ range: 'bytes=0-7', 'if-range': '"other"' })).statusCode, 200);
  const head = await holder.send('HEAD', path, undefined, { range: 'bytes=0-7' });
  assert.deepEqual(
    [head.statusCode, head.headers['content-range'], head.headers['content-length']],
    [200, undefined, String(first.rawPayload.length)],
    'but not of HEAD',
  );
});

test('another paper size is another document of the same report', async () => {
  const letter = await get({}, `${path}?paper=us-letter`);
  assert.equal(letter.statusCode, 200);
  assert.notEqual(letter.headers.etag, first.headers.etag);
  assert.equal((await get({}, `${path}?paper=a5`)).statusCode, 400);
});

test('concurrent requests make one document', async () => {
  const other = await completed('at-once.net');
  const answers = await Promise.all(Array.from({ length: 12 }, async () => get({}, `/api/audit/${other}/report/pdf`)));
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
  assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 1);
});

test('verification reports an issued file as authentic, a changed one as altered, and any other as unknown', async () => {
  const good = await verify(first.rawPayload);
  assert.deepEqual([good.verdict, good.seal], ['authentic', 'intact'], JSON.stringify(good.checks));
  assert.deepEqual([good.report?.id, good.report?.domain], [id, 'paper.net']);
  const changed = Buffer.from(first.rawPayload);
  const at = Math.floor(changed.length / 2);
  changed[at] = (changed[at] ?? 0) ^ 1;
  assert.partialDeepStrictEqual(await verify(changed), { verdict: 'altered', seal: 'altered' });
  const strange = await verify(Buffer.from('%PDF-1.7\nnothing\n%%EOF\n'));
  assert.deepEqual([strange.verdict, strange.seal], ['unknown', 'not_sealed']);
});

test('a JSON report verifies in any serialization of the same data', async () => {
  const body = (await get({}, `/api/audit/${id}/report`)).rawPayload;
  const spelt = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2));
  assert.equal((await verify(body, 'application/json')).verdict, 'authentic');
  assert.equal((await verify(spelt, 'application/json')).verdict, 'authentic');
  const better = Buffer.from(body.toString().replace('"total":100', '"total":99'));
  assert.equal((await verify(better, 'application/json')).verdict, 'altered');
  assert.equal((await verify(Buffer.from('{"id":1}'), 'application/json')).verdict, 'unknown');
});

test('a modified document is reported as altered as long as it still names this service', async () => {
  const pdf = first.rawPayload;
  const hash = /<perimeter:contentSha256>([0-9a-f]{64})</.exec(pdf.toString('latin1'))?.[1] ?? assert.fail();
  const attacks: Record<string, Buffer> = {
    'an octet behind': Buffer.concat([pdf, Buffer.from('\n')]),
    'an octet before': Buffer.concat([Buffer.from('%PDF-1.7\n'), pdf]),
    'a line before': Buffer.concat([Buffer.from('\n'), pdf]),
    'a picture before': Buffer.concat([Buffer.from('GIF89a\0\0'), pdf]),
    'an update behind': Buffer.concat([pdf, Buffer.from('xref\n0 0\ntrailer\n<< /Size 1 >>\nstartxref\n1\n%%EOF\n')]),
    'cut off': pdf.subarray(0, -10),
    'another container': Buffer.from(
      pdf.toString('latin1').replace(/\/Contents <[0-9a-f]{8}/, '/Contents <00000000'),
      'latin1',
    ),
    'a file of somebody else that names our hash': Buffer.from(
      `%PDF-1.7\n<perimeter:contentSha256>${hash}</perimeter:contentSha256>`,
    ),
  };
  for (const [what, bytes] of Object.entries(attacks)) {
    const answer = await verify(bytes);
    assert.equal(answer.verdict, 'altered', what);
    assert.equal(answer.registerEntry, null, what);
  }
});

test('a document of another service with the same names is unknown here', async () => {
  // With a secret of its own it makes keys of its own.
  const other = await serviceForTests(deterministicEngine(1), { PERIMETER_SECRET: 'x'.repeat(32) });
  const another = await firstAccount(other);
  const { id: theirs } = auditStarted.parse(
    (await another.send('POST', '/api/audit/start', { domain: 'theirs.net' })).json(),
  );
  let pdf = await another.send('GET', `/api/audit/${theirs}/report/pdf`);
  while (pdf.statusCode === 409) pdf = await another.send('GET', `/api/audit/${theirs}/report/pdf`);
  assert.equal(pdf.statusCode, 200);
  const answer = await verify(pdf.rawPayload);
  assert.deepEqual([answer.verdict, answer.seal], ['unknown', 'untrusted_signer']);
  assert.equal(answer.checks.find(({ name }) => name === 'signer')?.passed, false);
});

test('JSON that parsers interpret differently is never authentic', async () => {
  const body = (await get({}, `/api/audit/${id}/report`)).body;
  const twice = body.replace('"score":', '"score":{"total":100,"grade":"A+"},"score":');
  assert.deepEqual(JSON.parse(twice), JSON.parse(body), 'JavaScript takes the last');
  assert.notEqual((await verify(Buffer.from(twice), 'application/json')).verdict, 'authentic');
  const marked = Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(body)]);
  assert.notEqual((await verify(marked, 'application/json')).verdict, 'authentic');
});

test('a file with neither media type is refused with a text that fits PDF and JSON', async () => {
  const answer = await service.http.inject({
    method: 'POST',
    url: '/api/verify',
    payload: first.rawPayload,
    headers: { 'content-type': 'application/octet-stream' },
  });
  assert.equal(answer.statusCode, 415);
  assert.match(answer.body, /application\/pdf or application\/json/);
});

test('a file that is neither PDF nor JSON is reported as such', async () => {
  const { verdict, seal, checks } = await verify(Buffer.alloc(0));
  assert.deepEqual([verdict, seal, checks[0]?.passed], ['unknown', 'not_sealed', false]);
  assert.match(checks[0]?.detail ?? '', /neither a PDF nor/u);
});

test("the cover's link leads to the register's entry, and an invented link gets 404", async () => {
  const { contentSha256 } = await verify(first.rawPayload);
  const page = await service.http.inject(`/verify/${contentSha256}`);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /paper\.net/);
  const capitals = await service.http.inject(`/verify/${String(contentSha256).toUpperCase()}`);
  assert.equal(capitals.statusCode, 200, 'as PowerShell writes hashes');
  assert.equal((await service.http.inject(`/verify/${'0'.repeat(64)}`)).statusCode, 404);
  assert.equal((await service.http.inject('/verify')).statusCode, 200);
});

test('documents of a replaced signer still verify', async () => {
  const keys = z.object({ keys: z.array(z.object({ kid: z.string(), role: z.string(), status: z.string() })) });
  const published = keys.parse((await service.http.inject('/.well-known/perimeter-signing/keys.json')).json());
  assert.deepEqual(published.keys.map(({ role, status }) => `${role} ${status}`).toSorted(), [
    'root active',
    'signer active',
  ]);
});
