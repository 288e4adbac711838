import { teamDetails } from '@perimeter/contract/account/team';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { heldRenderer } from '../../../testing/documents/held-renderer.ts';
import { anotherAccount, type Browser, browser, firstAccount, makeKey } from '../../../testing/people.ts';
import { joining } from '../../../testing/teams/joining.ts';
import { serviceForTests } from '../../../testing/service.ts';

const renderer = heldRenderer();
const service = await serviceForTests(
  deterministicEngine(1),
  { PERIMETER_SIGNUP: 'unconfirmed', PERIMETER_BASE_PATH: '/perimeter' },
  { renderer },
);
const holder = await firstAccount(service);

const opened = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const open = async (url: string, headers: Record<string, string> = {}, by = holder) =>
  by.send('GET', url, undefined, { ...opened, ...headers });
/** Long poll, at most 25 seconds. */
const held = { prefer: 'wait=25' };
type Answer = Awaited<ReturnType<typeof open>>;

let domains = 0;
/** The URLs of the document of an audit that has just ended, and of its waiting page. */
async function addresses(): Promise<{ id: string; file: string; page: string }> {
  domains += 1;
  const id = await completedAudit(holder, `document-${domains}.net`);
  return { id, file: `/api/audit/${id}/report/pdf`, page: `/audits/${id}/pdf` };
}

function assertPage({ statusCode, headers, body }: Answer, status: number, heading: RegExp): void {
  assert.equal(statusCode, status, body);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.equal(headers['content-disposition'], undefined);
  assert.match(/<h1[^>]*>([^<]*)/.exec(body)?.[1] ?? '', heading);
}

const refreshOf = ({ body }: Answer): string | undefined =>
  /<noscript><meta http-equiv="refresh" content="([^"]*)"/.exec(body)?.[1];

test('a browser gets a document that is made quickly as a file', async () => {
  const { file } = await addresses();
  // On a busy machine the document may take longer than a browser waits; the next request gets it.
  await holder.send('GET', file);
  const answer = await open(file);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.rawPayload.subarray(0, 5).toString(), '%PDF-');
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="perimeter-document-\d+\.net-[\d-]+\.pdf"$/,
  );
});

test('the full and the brief document differ, and each is made once', async () => {
  const { file } = await addresses();
  const read = async (query: string): Promise<Buffer> => (await holder.send('GET', `${file}${query}`)).rawPayload;
  const [brief, full] = [await read(''), await read('?detail=full')];
  assert.ok(!brief.equals(full));
  assert.ok(brief.equals(await read('?paper=a4&detail=brief')) && full.equals(await read('?paper=a4&detail=full')));
});

test('for a document that takes longer, a browser waits on a page and gets it from there', async () => {
  const { id, file, page } = await addresses();
  renderer.hold();
  const sent = await open(`${file}?paper=us-letter`);
  assert.deepEqual(
    [sent.statusCode, sent.headers.location, sent.headers['content-disposition']],
    [303, `/perimeter${page}?paper=us-letter`, undefined],
  );
  const waiting = await open(`${page}?paper=us-letter`);
  assertPage(waiting, 202, /being generated/);
  assert.deepEqual([refreshOf(waiting), waiting.headers['retry-after']], ['2', '2']);
  assert.match(waiting.body, new RegExp(`href="/perimeter/audits/${id}"[^>]*>Back to the report`));
  const following = holder.send('HEAD', `${page}?paper=us-letter`, undefined, { ...opened, ...held });
  renderer.release();
  const told = await following;
  assert.deepEqual([told.statusCode, told.body], [200, ''], 'the answer is held until the document is there');
  const ready = await open(`${page}?paper=us-letter`);
  assertPage(ready, 200, /is ready/);
  assert.equal(refreshOf(ready), `1; url=/perimeter${file}?paper=us-letter`);
  const document = await open(`${file}?paper=us-letter`);
  assert.deepEqual([document.statusCode, document.headers['content-type']], [200, 'application/pdf']);
});

test('a program waits for a document that a browser also waits for, and gets the same', async () => {
  const { file, page } = await addresses();
  renderer.hold();
  assert.equal((await open(page)).statusCode, 202);
  const program = holder.send('GET', file, undefined, { accept: '*/*' });
  renderer.release();
  const { statusCode, headers } = await program;
  assert.equal(statusCode, 200);
  assert.equal((await open(file)).headers.etag, headers.etag);
});

test('if too many documents are waiting, a browser is shown when the page will retry, and a program is refused', async () => {
  const { file, page } = await addresses();
  renderer.failWith('busy');
  assert.equal((await open(file)).statusCode, 303);
  const queued = await open(page, held);
  assertPage(queued, 202, /waiting for its turn/);
  assert.deepEqual([refreshOf(queued), queued.headers['retry-after']], ['5', '5']);
  const { key } = await makeKey(holder);
  const asked = [
    holder.send('GET', file, undefined, { accept: '*/*' }),
    open(file, { authorization: `Bearer ${key}` }, browser(service)),
  ];
  for (const refused of await Promise.all(asked)) {
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '5']);
    assert.equal(problem.parse(refused.json()).code, 'service_unavailable');
  }
  renderer.failWith(null);
  assert.equal((await open(page, held)).statusCode, 200);
});

test('a document that cannot be made gets a page with advice, and reloading does not retry at once', async () => {
  const { id, file, page } = await addresses();
  renderer.failWith('gave-up');
  assert.equal((await open(page, held)).statusCode, 503);
  renderer.failWith(null);
  assert.equal((await open(file)).headers.location, `/perimeter${page}?paper=a4`);
  const failed = await open(page);
  assertPage(failed, 503, /could not be generated/);
  assert.equal(refreshOf(failed), undefined);
  assert.ok(Number(failed.headers['retry-after']) > 0);
  assert.match(failed.body, /Try again/);
  assert.ok(failed.body.includes(`href="/perimeter/api/audit/${id}/report?format=html"`));
  assert.equal((await holder.send('GET', file)).statusCode, 200, 'a program begins it anew');
  assert.equal((await open(file)).statusCode, 200, 'what has been made is there for everybody');
  assertPage(await open(page), 200, /is ready/);
});

test('without a typesetter the page offers another format', async () => {
  const { page } = await addresses();
  renderer.failWith('unavailable');
  const answer = await open(page, held);
  renderer.failWith(null);
  assertPage(answer, 501, /cannot generate PDFs/);
  assert.doesNotMatch(answer.body, /Try again/);
});

test('the page requires a login, and an ended audit that the reader may see', async () => {
  const { id, file, page } = await addresses();
  const nobody = await open(page, {}, browser(service));
  assert.deepEqual(
    [nobody.statusCode, nobody.headers.location],
    [303, `/perimeter/sign-in?next=${encodeURIComponent(page)}`],
  );
  await holder.send('PATCH', `/api/audit/${id}`, { private: true });
  const other = await anotherAccount(service, 'other@example.com');
  assertPage(await open(page, {}, other), 404, /not found/i);
  assertPage(await open(file, {}, other), 404, /not found/i);
  const failing = await holder.send('POST', '/api/audit/start', { domain: 'failing.net' });
  const { id: unfinished } = failing.json<{ id: string }>();
  const sent = await open(`/audits/${unfinished}/pdf`);
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `/perimeter/audits/${unfinished}`]);
});

test("in place of a file, a browser gets an error as a page that is never saved under the file's name", async () => {
  const unknown = '/api/audit/aud_00000000-0000-4000-8000-000000000000/report';
  const { id } = await addresses();
  const { id: failed } = (await holder.send('POST', '/api/audit/start', { domain: 'failing.net' })).json<{
    id: string;
  }>();
  const rows = [
    [`${unknown}/pdf`, 404, holder],
    [unknown, 404, holder],
    [`${unknown}?format=csv`, 404, holder],
    [`/api/audit/${id}/report?format=unknown`, 400, holder],
    [`/api/audit/${id}/report/pdf?paper=a5`, 400, holder],
    [`/api/audit/${id}/report/pdf?detail=all`, 400, holder],
    [`/api/audit/${failed}/report/pdf`, 409, holder],
    [`/api/audit/${failed}/report?format=sarif`, 409, holder],
    [`/api/audit/${id}/report/pdf`, 401, browser(service)],
    ['/api/account/export', 401, browser(service)],
  ] as const;
  for (const [url, status, by] of rows) {
    const page = await open(url, {}, by);
    assertPage(page, status, /./);
    const { statusCode, headers } = await by.send('GET', url, undefined, { accept: '*/*' });
    assert.equal(statusCode, status, url);
    assert.match(String(headers['content-type']), /^application\/problem\+json/);
    assert.equal(headers['content-disposition'], undefined);
  }
});

let readers = 0;
/** How the right to read a document may end while it is made, by who reads it. */
const ends: Readonly<Record<string, () => Promise<{ reader: Browser; end: () => Promise<Answer> }>>> = {
  'the member is removed': async () => {
    const email = `reads-${(readers += 1)}@example.com`;
    const reader = await joining(service, holder, email, 'reader');
    const team = await holder.send('GET', '/api/team');
    const { members } = teamDetails.parse(team.json());
    const id = members.find((one) => one.email === email)?.id;
    return { reader, end: async () => holder.send('DELETE', `/api/team/members/${id}`) };
  },
  'the session ends': async () => {
    const reader = await joining(service, holder, `reads-${(readers += 1)}@example.com`, 'reader');
    const same = browser(service, '127.0.0.1', reader.cookie());
    return { reader, end: async () => same.send('DELETE', '/api/session') };
  },
  'the key is revoked': async () => {
    const { key, id } = await makeKey(holder);
    const reader = browser(service);
    return {
      reader: {
        ...reader,
        send: async (method, url, body, headers) =>
          reader.send(method, url, body, { ...headers, authorization: `Bearer ${key}` }),
      },
      end: async () => holder.send('DELETE', `/api/keys/${id}`),
    };
  },
};
for (const [name, prepare] of Object.entries(ends)) {
  for (const [who, headers] of [
    ['a program', { accept: '*/*' }],
    ['a browser', opened],
  ] as const) {
    // What a browser is answered does not depend on how its right ended.
    if (who === 'a browser' && name !== 'the session ends') continue;
    test(`${name} while a document is made: ${who} does not get it`, async () => {
      const { file } = await addresses();
      const { reader, end } = await prepare();
      renderer.hold();
      const answer = reader.send('GET', file, undefined, headers);
      const ended = await end();
      assert.ok(ended.statusCode < 300, ended.body);
      renderer.release();
      const { statusCode, body } = await answer;
      assert.equal(statusCode, 401, body.slice(0, 200));
      assert.equal((await holder.send('GET', file)).statusCode, 200);
    });
  }
}

const accepts = {
  'a browser that says that it navigates': [{ accept: 'text/html', 'sec-fetch-mode': 'navigate' }, true],
  'a browser that says nothing': [opened, true],
  'the script of a page': [{ ...opened, 'sec-fetch-mode': 'cors' }, false],
  'a library that names HTML by default': [{ accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' }, false],
  'a program that refuses HTML': [{ accept: 'application/json, application/xhtml+xml, text/html;q=0' }, false],
} as const;

for (const [who, [headers, isBrowser]] of Object.entries(accepts)) {
  test(`an error in place of a file is ${isBrowser ? 'a page' : 'a problem'} for ${who}`, async () => {
    const started = await holder.send('POST', '/api/audit/start', { domain: 'failing.net' });
    const { id } = started.json<{ id: string }>();
    const answer = await browser(service).send('GET', `/api/audit/${id}/report`, undefined, headers);
    assert.equal(answer.statusCode, 409);
    assert.match(String(answer.headers['content-type']), isBrowser ? /^text\/html/ : /^application\/problem\+json/);
  });
}

test('every file that a page links to gets its name from its own answer', async () => {
  const { id, file } = await addresses();
  await holder.send('GET', file);
  const report = await open(`/audits/${id}`);
  const links = [...report.body.matchAll(/<a [^>]*href="\/perimeter(\/api\/[^"]+)"[^>]*>/g)];
  assert.ok(links.length >= 7, report.body);
  for (const [link, address = ''] of [...links, ['', '/api/account/export']]) {
    assert.doesNotMatch(link ?? '', /\sdownload\b/);
    const answer = await open(address.replaceAll('&amp;', '&'));
    assert.equal(answer.statusCode, 200, address);
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="perimeter-[\w.-]+"$/, address);
  }
});

test('the renderer is started before the first document is requested', async () => {
  const other = heldRenderer();
  await serviceForTests(deterministicEngine(1), {}, { renderer: other });
  await other.started;
});
