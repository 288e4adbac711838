import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** A request to GitHub. */
interface Asked {
  method: string;
  path: string;
  token: string | undefined;
  body: Record<string, string>;
}

/** The parts of GitHub's API that the action uses: stores comments, accepts SARIF, and serves the tarball as a release. */
export async function actionGithub(t: TestContext, tarball: string, refuse = false) {
  const asked: Asked[] = [];
  const comments: { id: number; body: string; user: { login: string } }[] = [
    // Anyone can write the marker, so a comment of another user must not be changed.
    { id: 7, body: '<!-- perimeter CI%2Faudit -->\nmine', user: { login: 'someone' } },
    ...Array.from({ length: 99 }, (_, id) => ({ id: 100 + id, body: 'LGTM', user: { login: 'someone' } })),
  ];
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = method === 'GET' ? {} : ((await json(request)) as Record<string, string>);
    asked.push({ method, path: url, token: request.headers.authorization, body });
    const page = /comments\?per_page=100&page=(\d+)$/u.exec(url)?.[1];
    const id = /comments\/(\d+)$/u.exec(url)?.[1];
    const changed = comments.find((one) => String(one.id) === id);
    if (changed !== undefined) changed.body = body['body'] ?? '';
    if (method === 'POST' && url.endsWith('/comments'))
      comments.push({ id: 500, body: body['body'] ?? '', user: { login: 'github-actions[bot]' } });
    response.statusCode = refuse ? 403 : 200;
    if (url.endsWith('/releases/download/v0.1.0/perimeter-0.1.0.tgz')) response.end(readFileSync(tarball));
    else if (refuse) response.end('{"message":"Resource not accessible\\n::error::by integration"}');
    else
      response.end(
        JSON.stringify(page === undefined ? { id: 'sarif-1' } : comments.slice((+page - 1) * 100, +page * 100)),
      );
  });
  t.after(() => server.close());
  const port = await takeFreePort(server);
  const url = `http://127.0.0.1:${port}`;
  const event = path.join(path.dirname(tarball), 'event.json');
  writeFileSync(event, '{"pull_request":{"number":12}}');
  const env = {
    GITHUB_API_URL: url,
    GITHUB_SERVER_URL: url,
    GITHUB_REPOSITORY: 'our/site',
    GITHUB_SHA: '4'.repeat(40),
    GITHUB_REF: 'refs/pull/12/merge',
    GITHUB_RUN_ID: '99',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'audit',
    GITHUB_EVENT_PATH: event,
  };
  return { asked, comments, env };
}
