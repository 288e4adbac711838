import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { evidencePath, reportPath } from '@perimeter/engine/runner/golden';
import { sarifProblems } from '@perimeter/report/testing/schemas';
import { actionGithub } from '../testing/action-github.ts';
import { action, hostileTexts, ignoredInputs, runAction } from '../testing/action-runner.ts';
import { packed, repository } from '../testing/packed.ts';

const { folder, tarball, sha256 } = packed();
const install = { package: tarball, sha256 };
const bad = evidencePath('bad.lab');
const good = evidencePath('good.lab');

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

test('the release is installed, and the gate fails after outputs, SARIF and summary are written, with no other request', async (t) => {
  const { env, asked } = await actionGithub(t, tarball);
  const inputs = { version: '0.1.0', sha256: sha256.toUpperCase(), evidence: bad };
  const named = { ...env, ACTION_REPOSITORY: 'perimeter/perimeter' };
  const { code, log, outputs, summary } = await runAction(folder, inputs, { env: named });
  assert.equal(code, 1, log);
  const report = JSON.parse(readFileSync(outputs['report'] ?? '', 'utf8'));
  assert.deepEqual(
    { score: outputs['score'], grade: outputs['grade'], new: outputs['new'], accepted: outputs['accepted'] },
    { score: String(report.score.total), grade: 'F', new: '', accepted: '0' },
  );
  assert.deepEqual(sarifProblems(readFileSync(outputs['sarif'] ?? '', 'utf8')), []);
  assert.match(summary, /^# bad\.lab: F/u);
  assert.match(log, /^::error title=bad\.lab/mu);
  assert.deepEqual(
    asked.map(({ method, path: asking, token }) => [method, asking, token]),
    [['GET', '/perimeter/perimeter/releases/download/v0.1.0/perimeter-0.1.0.tgz', undefined]],
  );
});

test('with a baseline new findings fail, and accepted ones among them are counted', async (t) => {
  const { env } = await actionGithub(t, tarball);
  const inputs = { ...install, evidence: good };
  const report = JSON.parse(readFileSync(reportPath('good.lab'), 'utf8'));
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
  const { env, asked, comments } = await actionGithub(t, tarball);
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
  const { env } = await actionGithub(t, tarball, true);
  const inputs = { ...install, evidence: good, 'upload-sarif': 'true', comment: 'true', 'fail-on': 'none' };
  const { code, log } = await runAction(folder, inputs, { env });
  assert.equal(code, 0, log);
  assert.match(log, /^::warning title=Perimeter::SARIF was not uploaded: GitHub answered POST .* with status 403/mu);
  assert.match(log, /^::warning title=Perimeter::The comment was not written: /mu);
  assert.doesNotMatch(log, /^::error/mu);
});

test('a release with another SHA-256 than the stated one is not installed', async (t) => {
  const { env } = await actionGithub(t, tarball);
  const named = { ...env, ACTION_REPOSITORY: 'perimeter/perimeter' };
  const { code, log } = await runAction(folder, { version: '0.1.0', sha256: '0'.repeat(64) }, { env: named });
  assert.equal(code, 2);
  assert.match(log, /::error title=Perimeter::.* has the SHA-256 [0-9a-f]{64}, and 0{64} is expected/u);
});

for (const [what, inputs, message] of [
  ['no SHA-256', { package: tarball, sha256: '' }, /sha256 must have 64/u],
  ['a version that leads elsewhere', { version: '../../x', sha256 }, /Name a release/u],
  ['an http address', { package: 'http://127.0.0.1:1/x.tgz', sha256 }, /use https/u],
  ['no domain', install, /Missing domain/u],
  ['an unknown severity', { ...install, evidence: good, 'fail-on': 'hgih' }, /Invalid value "hgih" for --fail-on/u],
] as const) {
  test(`${what} ends with code 2 and a reason`, async (t) => {
    const { env } = await actionGithub(t, tarball);
    const { code, log, outputs } = await runAction(folder, inputs, { env });
    assert.deepEqual([code, message.test(log)], [2, true], log);
    assert.equal(outputs['score'], '');
  });
}

/** A package whose command keeps what it is called with. */
function recorder(): { package: string; sha256: string } {
  const bin = path.join(folder, 'recorder/package/bin');
  mkdirSync(bin, { recursive: true });
  const keep =
    "require('node:fs').writeFileSync(process.env.RUNNER_TEMP + '/argv.json', JSON.stringify(process.argv.slice(2)));";
  writeFileSync(path.join(bin, 'perimeter.js'), keep);
  const file = path.join(folder, 'recorder.tgz');
  execFileSync('tar', ['-czf', file, '-C', path.join(folder, 'recorder'), 'package']);
  return { package: file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

const installed = ['package', 'sha256'];
const options = Object.keys(action.inputs).filter(
  (name) => ![...installed, ...ignoredInputs, 'domains'].includes(name),
);

test('hostile text in the inputs reaches the command as one argument each, and switches ignore it', async (t) => {
  const { env, asked } = await actionGithub(t, tarball);
  const kept = recorder();
  await Promise.all(
    hostileTexts.map(async (text) => {
      const all = Object.fromEntries(Object.keys(action.inputs).map((name) => [name, text]));
      const { code, log, workspace, outputs } = await runAction(folder, { ...all, ...kept }, { env });
      assert.deepEqual([code, outputs['grade']], [0, ''], log);
      assert.deepEqual(readdirSync(workspace), []);
      const argv: string[] = JSON.parse(readFileSync(path.join(workspace, '../temp/argv.json'), 'utf8'));
      const end = argv.indexOf('--');
      const own = new Set(options.map((name) => `--${name === 'evidence' ? 'from' : name}=${text}`));
      assert.equal(own.size, 9);
      assert.deepEqual(new Set(argv.slice(1, 1 + own.size)), own);
      for (const option of argv.slice(1 + own.size, end))
        assert.match(option, /^--(?:progress=plain|format=[\w./=-]+)$/u);
      assert.deepEqual(argv.slice(end + 1), text.split(/[\s,]+/u));
    }),
  );
  assert.deepEqual(asked, []);
});

for (const [what, inputs] of [
  ...hostileTexts.flatMap((text, at) => installed.map((name) => [`${name}, text ${at}`, { ...install, [name]: text }])),
  ['version', { sha256, version: hostileTexts[0] }],
  ['domains', { ...install, evidence: bad, domains: hostileTexts[0] }],
  ['config', { ...install, evidence: bad, config: hostileTexts[0] }],
] as [string, Record<string, string>][]) {
  test(`hostile text is refused without being executed: ${what}`, async (t) => {
    const { env } = await actionGithub(t, tarball);
    const { code, log, workspace, outputs } = await runAction(folder, inputs, { env });
    assert.deepEqual([code, outputs['grade']], [2, ''], log);
    assert.deepEqual(readdirSync(workspace), []);
    assert.doesNotMatch(log, /^::(?:error::y|set-output|add-mask)/mu);
  });
}
