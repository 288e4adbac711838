import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { before, test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { evidencePath } from '@perimeter/engine/runner/golden';
import { sarifProblems } from '@perimeter/report/testing/schemas';
import { action, runAction } from '../testing/action-runner.ts';
import { packed, repository } from '../testing/packed.ts';

const { folder, tarball, sha256 } = packed();
const install = { package: tarball, sha256 };
const bad = evidencePath('bad.lab');
const good = evidencePath('good.lab');

interface Asked {
  method: string;
  path: string;
  token: string | undefined;
  body: Record<string, string>;
}

/** The parts of GitHub's API that the action uses: stores comments, accepts SARIF, and serves a release. */
async function github(t: TestContext, refuse = false) {
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
  const event = path.join(folder, 'event.json');
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

test('no input is inserted into a script, no third-party action runs, and only the last step has the token', () => {
  for (const { run, env } of action.runs.steps) {
    assert.match(run, /^node "\$GITHUB_ACTION_PATH\/[a-z]+\.mjs"$/u);
    assert.doesNotMatch(run, /\$\{\{/u);
    for (const value of Object.values(env)) assert.match(value, /^\$\{\{ [\w.-]+ \}\}$/u);
  }
  const withToken = action.runs.steps.filter(({ env }) => Object.values(env).some((one) => one.includes('token')));
  assert.deepEqual(withToken, action.runs.steps.slice(-1));
  assert.doesNotMatch(readFileSync(path.join(repository, 'action/action.yml'), 'utf8'), /^\s*-?\s*uses:/mu);
});

test('the gate fails after outputs, SARIF and summary are written, without a request to GitHub', async (t) => {
  const { env, asked } = await github(t);
  const { code, log, outputs, summary } = await runAction(folder, { ...install, evidence: bad }, { env });
  assert.equal(code, 1, log);
  const report = JSON.parse(readFileSync(outputs['report'] ?? '', 'utf8'));
  assert.deepEqual(
    { score: outputs['score'], grade: outputs['grade'], new: outputs['new'], accepted: outputs['accepted'] },
    { score: String(report.score.total), grade: 'F', new: '', accepted: '0' },
  );
  assert.deepEqual(sarifProblems(readFileSync(outputs['sarif'] ?? '', 'utf8')), []);
  assert.match(summary, /^# bad\.lab: F/u);
  assert.match(log, /^::error title=bad\.lab/mu);
  assert.deepEqual(asked, []);
});

test('with a baseline new findings fail, and accepted ones among them are counted', async (t) => {
  const { env } = await github(t);
  const inputs = { ...install, evidence: good };
  const first = await runAction(folder, inputs, { env });
  assert.equal(first.code, 0, first.log);
  const report = JSON.parse(readFileSync(first.outputs['report'] ?? '', 'utf8'));
  const [{ checkId, severity, fingerprint }] = report.findings;
  // A finding at several addresses has one fingerprint.
  const is = (one: { fingerprint: string }): boolean => one.fingerprint === fingerprint;
  const count = String(report.findings.filter(is).length);
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const accept = `accept: [{ check: ${checkId}, severity: ${severity}, reason: until replaced, owner: jane@our.org, expires: ${day} }]\n`;
  const earlier = JSON.stringify({
    ...report,
    findings: report.findings.filter((one: { fingerprint: string }) => !is(one)),
  });
  const gate = { baseline: 'earlier.json', 'fail-on-new': 'low', 'max-drop': '5' };
  for (const [config, expected] of [
    ['{}', { code: 1, new: count, accepted: '0' }],
    [accept, { code: 0, new: count, accepted: count }],
  ] as const) {
    const files = { 'perimeter.yml': config, 'earlier.json': earlier };
    const { code, outputs, log } = await runAction(folder, { ...inputs, ...gate }, { env, files });
    assert.deepEqual({ code, new: outputs['new'], accepted: outputs['accepted'] }, expected, log);
  }
});

test('SARIF is uploaded and one comment updated; comments of others with its marker stay', async (t) => {
  const { env, asked, comments } = await github(t);
  const inputs = { ...install, evidence: bad, 'upload-sarif': 'true', comment: 'true' };
  for (const evidence of [bad, good]) await runAction(folder, { ...inputs, evidence, 'min-grade': 'F' }, { env });
  const [upload] = asked;
  assert.deepEqual(
    [upload?.method, upload?.path, upload?.token],
    ['POST', '/repos/our/site/code-scanning/sarifs', 'Bearer ghs_token'],
  );
  const { commit_sha: commit, ref, sarif = '' } = upload?.body ?? {};
  assert.deepEqual([commit, ref], [env.GITHUB_SHA, env.GITHUB_REF]);
  assert.deepEqual(sarifProblems(gunzipSync(Buffer.from(sarif, 'base64')).toString()), []);
  const own = comments.filter(({ user }) => user.login === 'github-actions[bot]');
  assert.equal(own.length, 1);
  assert.match(
    own[0]?.body ?? '',
    /^<!-- perimeter CI%2Faudit -->\n# good\.lab: [^]*\[The run\]\(http:[^]*\/actions\/runs\/99\)\n$/u,
  );
  assert.equal(comments[0]?.body, '<!-- perimeter CI%2Faudit -->\nmine');
  assert.deepEqual(
    asked
      .filter(({ method, path: asking }) => method !== 'GET' && asking.includes('comments'))
      .map(({ method }) => method),
    ['POST', 'PATCH'],
  );
});

test('a token without permissions causes a warning without workflow commands, and the gate decides', async (t) => {
  const { env } = await github(t, true);
  const inputs = { ...install, evidence: good, 'upload-sarif': 'true', comment: 'true', 'fail-on': 'none' };
  const { code, log } = await runAction(folder, inputs, { env });
  assert.equal(code, 0, log);
  assert.match(log, /^::warning title=Perimeter::SARIF was not uploaded: GitHub answered POST .* with status 403/mu);
  assert.match(log, /^::warning title=Perimeter::The comment was not written: /mu);
  assert.doesNotMatch(log, /^::error/mu);
});

test("the action's release is installed if it has the stated SHA-256", async (t) => {
  const { env } = await github(t);
  const from = { version: '0.1.0', evidence: good, 'fail-on': 'none' };
  const named = { ...env, ACTION_REPOSITORY: 'perimeter/perimeter' };
  const { code, log } = await runAction(folder, { ...from, sha256: sha256.toUpperCase() }, { env: named });
  assert.equal(code, 0, log);
  const other = await runAction(folder, { ...from, sha256: '0'.repeat(64) }, { env: named });
  assert.equal(other.code, 2);
  assert.match(other.log, /::error title=Perimeter::.* has the SHA-256 [0-9a-f]{64}, and 0{64} is expected/u);
});

for (const [what, inputs, message] of [
  ['no SHA-256', { package: tarball, sha256: '' }, /sha256 must have 64/u],
  ['a version that leads elsewhere', { version: '../../x', sha256 }, /Name a release/u],
  ['an http address', { package: 'http://127.0.0.1:1/x.tgz', sha256 }, /use https/u],
  ['no domain', install, /Missing domain/u],
  ['an unknown severity', { ...install, evidence: good, 'fail-on': 'hgih' }, /Invalid value "hgih" for --fail-on/u],
] as const) {
  test(`${what} ends with code 2 and a reason`, async (t) => {
    const { env } = await github(t);
    const { code, log, outputs } = await runAction(folder, inputs, { env });
    assert.deepEqual([code, message.test(log)], [2, true], log);
    assert.equal(outputs['score'], '');
  });
}

// The first one contains text that a shell would run, ends quotes, and begins lines of the runner's files and commands.
const hostile = [
  '$(touch x)`touch x`"; touch x; \'; touch x;\nscore=1\n::error::y ${{ github.token }}',
  'a b/-c\n::set-output name=score::1\r\n::add-mask::perimeter',
  '--help',
];
/** Switches accept only "true", and the version is ignored if a package is given. */
const ignored = new Set(['version', 'allow-incomplete', 'upload-sarif', 'comment']);

before(() => copyFileSync(bad, path.join(folder, 'bad evidence; touch x.json')));
for (const name of Object.keys(action.inputs)) {
  test(`hostile text in the input ${name} is not executed`, async (t) => {
    const { env } = await github(t);
    const evidence = path.join(folder, 'bad evidence; touch x.json');
    await Promise.all(
      hostile.map(async (text) => {
        const { code, log, workspace, outputs } = await runAction(
          folder,
          { ...install, evidence, [name]: text },
          { env },
        );
        assert.deepEqual([code, outputs['grade']], ignored.has(name) ? [1, 'F'] : [2, ''], log);
        assert.deepEqual(readdirSync(workspace), []);
        assert.doesNotMatch(log, /^::(?:error::y|set-output|add-mask)/mu);
      }),
    );
  });
}
