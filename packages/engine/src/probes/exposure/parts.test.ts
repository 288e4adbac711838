import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import { look, notFound, page, ranging, secret } from './testing/site.ts';

const plain = 'text/plain';
const long = (text: string, octets: number): string => text.padEnd(octets, '# more of the same\n');
const tar = `${'backup/'.padEnd(257, '\0')}ustar`.padEnd(2_000, '\0');
const files: Readonly<Record<string, [type: string, body: string]>> = {
  '/.env': [plain, long(fileSamples.envFile.leaky(secret), 4_097)],
  '/.git/config': [plain, long(fileSamples.gitConfig.leaky(secret), 9_000)],
  '/.git/HEAD': [plain, 'ref: refs/heads/main\n'],
  '/backup.zip': ['application/zip', fileSamples.archive.leaky(secret).padEnd(70_000, 'x')],
  '/dump.sql': [plain, long(fileSamples.databaseDump.leaky(secret), 200_000)],
  '/database.sql': [plain, `INSERT INTO \`users\` (\`id\`, \`mail\`) VALUES (1, '${'a'.repeat(2_000)}');\n`],
  '/id_rsa': [plain, long(fileSamples.privateKey.leaky(secret), 3_000)],
  '/storage/logs/laravel.log': [plain, long(fileSamples.laravelLog.leaky(secret), 500_000)],
};

// Each waits for a site's own budget of requests.
suite('parts of files', { concurrency: 8 }, () => {
  for (const [how, total] of [
    ['with the length of the file', true],
    ['without it', false],
  ] as const) {
    test(`files of a server that sends the requested part, ${how}, are found`, async () => {
      const answer = ranging({ ...files, '/': ['text/html', page] }, total);
      const { exposure, hits } = await look(answer, answer);
      assert.equal(exposure.control, 'same');
      assert.deepEqual(hits.toSorted(), Object.keys(files).toSorted());
      assert.ok(exposure.results.every(({ verdict }) => verdict === 'hit' || verdict === 'absent'));
      assert.equal(exposure.results.find(({ path }) => path === '/.env')?.status, 206);
      const stored = JSON.stringify(exposure);
      for (let at = 0; at + 6 <= secret.length; at += 1) assert.ok(!stored.includes(secret.slice(at, at + 6)));
    });
  }

  test('a catch-all that sends parts is still a catch-all', async () => {
    const shell = `${page}${'<p>More words of the shop, of all that it sells and of how it does so.</p>'.repeat(200)}`;
    const answer: typeof notFound = (request, response) =>
      ranging({ [request.url ?? '']: ['text/html', shell] })(request, response);
    const { exposure, hits } = await look(answer, answer);
    assert.deepEqual(hits, []);
    assert.ok(exposure.results.slice(1).every(({ verdict }) => verdict === 'soft-404'));
  });

  test('a part that starts elsewhere is no answer', async () => {
    const { exposure } = await look((request, response) =>
      request.url === '/.env'
        ? void response
            .writeHead(206, { 'Content-Type': plain, 'Content-Range': 'bytes 10-40/900' })
            .end('x'.repeat(31))
        : notFound(request, response),
    );
    assert.equal(exposure.results.find(({ path }) => path === '/.env')?.verdict, 'unseen');
  });

  test('an archive labelled with a content coding is an archive', async () => {
    const body = gzipSync(Buffer.from(tar + 'x'.repeat(4_000), 'latin1'));
    const { hits } = await look((request, response) =>
      request.url === '/backup.tar.gz'
        ? void response
            .writeHead(200, {
              'Content-Type': 'application/x-tar',
              'Content-Encoding': 'x-gzip',
              'Content-Length': body.length,
            })
            .end(body)
        : notFound(request, response),
    );
    assert.deepEqual(hits, ['/backup.tar.gz']);
  });

  for (const coding of ['none', 'binary', 'aws-chunked', 'utf-8', 'none, gzip'])
    test(`a file with the coding ${coding} is read undecoded`, async () => {
      const { hits, exposure } = await look((request, response) =>
        request.url === '/.env'
          ? void response
              .writeHead(200, { 'Content-Type': plain, 'Content-Encoding': coding })
              .end(fileSamples.envFile.leaky(secret))
          : notFound(request, response),
      );
      assert.deepEqual(hits, ['/.env']);
      assert.equal(exposure.results.find(({ path }) => path === '/.env')?.coding, JSON.stringify(coding.split(',')[0]));
    });

  const env = fileSamples.envFile.leaky(secret);
  const part = Buffer.from(env, 'latin1').subarray(0, 4_096);
  const size = `0-${part.length - 1}/${part.length}`;
  const multipart = (range: string): string =>
    `--xyz\r\nContent-Type: text/plain\r\n${range}\r\n${part.toString('latin1')}\r\n--xyz--\r\n`;

  /** Answers with 206 to a request for the beginning of a file. */
  const odd: readonly (readonly [what: string, headers: Readonly<Record<string, string>>, body: string | Buffer])[] = [
    ['no Content-Range', {}, part],
    ['an empty Content-Range', { 'Content-Range': ' ' }, part],
    ['spaces', { 'Content-Range': `bytes 0 - ${part.length - 1} / ${part.length}` }, part],
    ['the form of the request', { 'Content-Range': `bytes=${size}` }, part],
    ['a colon', { 'Content-Range': `bytes: ${size}` }, part],
    ['no unit', { 'Content-Range': size }, part],
    ['two spaces', { 'Content-Range': `bytes  ${size}` }, part],
    ['words', { 'Content-Range': 'the beginning' }, part],
    [
      'multipart/byteranges',
      { 'Content-Type': 'multipart/byteranges; boundary=xyz' },
      multipart(`Content-Range: bytes ${size}\r\n`),
    ],
    ['multipart/byteranges without a range', { 'Content-Type': 'multipart/byteranges; boundary="xyz"' }, multipart('')],
  ];

  for (const [what, headers, body] of odd)
    test(`206 with ${what} is read from its first byte`, async () => {
      const { exposure, hits } = await look((request, response) =>
        request.url === '/.env'
          ? void response.writeHead(206, { 'Content-Type': plain, ...headers }).end(body)
          : notFound(request, response),
      );
      assert.deepEqual(hits, ['/.env']);
      assert.equal(exposure.results.find(({ path }) => path === '/.env')?.type, plain);
      const stored = JSON.stringify(exposure);
      for (let at = 0; at + 6 <= secret.length; at += 1) assert.ok(!stored.includes(secret.slice(at, at + 6)));
    });

  for (const [what, type, body] of [
    ['no boundary', 'multipart/byteranges', multipart('')],
    ['another boundary', 'multipart/byteranges; boundary=abc', multipart('')],
    [
      'a part that begins elsewhere',
      'multipart/byteranges; boundary=xyz',
      multipart('Content-Range: bytes 5-9/90\r\n'),
    ],
  ] as const)
    test(`multipart/byteranges with ${what} is not read, and does not count as absent`, async () => {
      const { exposure } = await look((request, response) =>
        request.url === '/.env'
          ? void response.writeHead(206, { 'Content-Type': type }).end(body)
          : notFound(request, response),
      );
      const { verdict, unseen } = exposure.results.find(({ path }) => path === '/.env') ?? assert.fail();
      assert.deepEqual([verdict, unseen], ['unseen', 'unreadable']);
    });

  test('a file whose server rejects the range is requested without one, and so are later files', async () => {
    const { hits, asked } = await look((request, response) => {
      const file = files[request.url ?? ''];
      if (file === undefined) return notFound(request, response);
      if (request.headers.range !== undefined) return void response.writeHead(416).end();
      return void response.writeHead(200, { 'Content-Type': file[0] }).end(file[1], 'latin1');
    });
    assert.deepEqual(hits.toSorted(), Object.keys(files).toSorted());
    assert.deepEqual(
      asked.filter(({ url }) => url === '/.env').map(({ range }) => range),
      ['bytes=0-4095', ''],
    );
    assert.equal(asked.filter(({ url }) => url === '/dump.sql').length, 1);
  });

  test('an empty file is absent, although its server rejects any range', async () => {
    const { exposure } = await look((request, response) => {
      if (request.url !== '/.env') return notFound(request, response);
      return void response.writeHead(request.headers.range === undefined ? 200 : 416).end();
    });
    assert.equal(exposure.results.find(({ path }) => path === '/.env')?.verdict, 'absent');
    assert.equal(exposure.control, 'same');
  });

  const broken = (bytes: Buffer, at: number): Buffer => Buffer.from(bytes.with(bytes.length + at, 0xaa));
  for (const [what, body] of [
    ['more behind it', Buffer.concat([gzipSync(env), Buffer.from('more')])],
    ['a wrong CRC', broken(gzipSync(env), -8)],
  ] as const)
    test(`a file in gzip with ${what} is read`, async () => {
      const { hits } = await look((request, response) =>
        request.url === '/.env'
          ? void response.writeHead(200, { 'Content-Type': plain, 'Content-Encoding': 'gzip' }).end(body)
          : notFound(request, response),
      );
      assert.deepEqual(hits, ['/.env']);
    });
});
