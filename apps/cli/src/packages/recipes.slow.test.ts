import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { evidencePath } from '@perimeter/engine/runner/golden';
import { gitlabProblems, junitProblems, xmllintMissing } from '@perimeter/report/testing/schemas';
import { parse } from 'yaml';
import { z } from 'zod';
import { action } from '../testing/action-runner.ts';
import {
  component,
  componentInputs,
  keepingPackage,
  offline,
  recipe,
  recipes,
  runComponent,
  runScript,
  textOf,
  unpacked,
} from '../testing/ci-recipes.ts';
import { searchPath } from '../testing/packed.ts';

const { folder, tarball } = unpacked;
const keeping = keepingPackage();
const called = z.object({ argv: z.array(z.string()), env: z.record(z.string(), z.string()) });
const calledIn = (read: (file: string) => string) => called.parse(JSON.parse(read('called.json')));

test('the recipe for jenkins fails with the gate and stores its report', { skip: xmllintMissing }, () => {
  const { shell, script, junit } = recipes.jenkins;
  const { status, output, read } = runScript(shell, offline(script, 'bad.lab'));
  assert.equal(status, 1, output);
  assert.deepEqual(junitProblems(read(junit)), []);
  assert.match(output, /bad\.lab: \d+ of 100, grade F; gate failed/u);
});

for (const [name, { shell, script, junit }] of Object.entries(recipes)) {
  test(`the recipe for ${name} runs the same command, and ends as it does`, () => {
    const env = { PERIMETER_PACKAGE: keeping.package, PERIMETER_SHA256: keeping.sha256 };
    const { status, output, read } = runScript(shell, script, env);
    assert.equal(status, 1, output);
    const same = ['audit', 'your-domain.org', '--progress', 'plain', '-f', 'table', '-f', `junit=${junit}`];
    assert.deepEqual(calledIn(read).argv, same);
  });

  test(`the recipe for ${name} does not run a tarball with another SHA-256`, () => {
    const { status, workspace } = runScript(shell, offline(script, 'bad.lab'), { PERIMETER_SHA256: '0'.repeat(64) });
    assert.equal(status, 1);
    assert.ok(!readdirSync(workspace).includes('package'));
  });
}

test('the component for GitLab fails with the gate and writes the promised reports', { skip: xmllintMissing }, () => {
  const { status, output, read } = runComponent({}, evidencePath('bad.lab'));
  assert.equal(status, 1, output);
  const { artifacts, allow_failure: allowed } = component({});
  assert.deepEqual(gitlabProblems(read(artifacts.reports['dast'] ?? '')), []);
  assert.deepEqual(junitProblems(read(artifacts.reports['junit'] ?? '')), []);
  assert.ok(JSON.parse(read(artifacts.reports['codequality'] ?? '')).length > 0);
  assert.equal(JSON.parse(read(artifacts.paths[0] ?? '')).domain, 'bad.lab');
  assert.deepEqual(allowed.exit_codes, [3]);
});

test('inputs of the component reach the command as they are, and none is executed', () => {
  const { lines } = component({});
  for (const line of lines) assert.doesNotMatch(line, /\$\[\[/u);
  for (const text of ['$(touch x)', '`touch x`', '"; touch x; "', '--help', '*', 'a\ntouch x']) {
    const { status, workspace, output, read } = runComponent({
      ...keeping,
      domains: text,
      mode: text,
      'fail-on': text,
    });
    assert.equal(status, 1, output);
    const { argv, env } = calledIn(read);
    assert.deepEqual(argv.slice(argv.indexOf('--') + 1), text.split(/\s+/u));
    assert.deepEqual([env['PERIMETER_MODE'], env['PERIMETER_FAIL_ON']], [text, text]);
    assert.ok(!readdirSync(workspace).includes('x'), text);
    for (const name of ['sha256', 'package']) {
      const refused = runComponent({ ...keeping, [name]: text });
      assert.notEqual(refused.status, 0, refused.output);
      assert.deepEqual(
        readdirSync(refused.workspace).filter((file) => file === 'x' || file === 'called.json'),
        [],
      );
    }
  }
});

test('the command refuses a hostile input of the component', () => {
  const { status, output, workspace } = runComponent({ domains: '$(touch x)' }, evidencePath('bad.lab'));
  assert.equal(status, 2, output);
  assert.ok(!readdirSync(workspace).includes('x'));
});

for (const [name, { shell, script }] of Object.entries(recipes)) {
  test(`variables of the recipe for ${name} are not executed`, () => {
    for (const text of ['$(touch x)', '"; touch x; "', '-K/etc/passwd', ''])
      for (const variable of ['PERIMETER_PACKAGE', 'PERIMETER_SHA256']) {
        const { status, workspace, output } = runScript(shell, offline(script, 'bad.lab'), { [variable]: text });
        assert.notEqual(status, 0, `${variable}=${text}: ${output}`);
        assert.deepEqual(
          readdirSync(workspace).filter((file) => file === 'x' || file === 'package'),
          [],
          text,
        );
      }
  });
}

test('the recipes for the action, the component and pre-commit use existing inputs and hooks', () => {
  const workflow = z.looseObject({
    jobs: z.object({
      audit: z.looseObject({ steps: z.array(z.looseObject({ with: z.record(z.string(), z.unknown()) })) }),
    }),
  });
  const named = workflow.parse(parse(recipe('action'))).jobs.audit.steps.at(-1)?.with ?? {};
  for (const name of Object.keys(named)) assert.ok(name in action.inputs, name);
  assert.match(recipe('action'), /uses: [^ ]+\/action@<commit>/u);
  const included = z.object({
    include: z.tuple([z.object({ component: z.string(), inputs: z.record(z.string(), z.string()) })]),
  });
  for (const name of Object.keys(included.parse(parse(recipe('component'))).include[0].inputs))
    assert.ok(name in componentInputs, name);
  const used = z.object({ repos: z.tuple([z.looseObject({ hooks: z.array(z.object({ id: z.string() })) })]) });
  assert.deepEqual(
    used.parse(parse(recipe('pre-commit'))).repos[0].hooks.map(({ id }) => id),
    hooks.map(({ id }) => id),
  );
});

const hooks = z
  .array(
    z.looseObject({ id: z.string(), entry: z.string(), files: z.string(), pass_filenames: z.boolean().default(true) }),
  )
  .parse(parse(textOf('.pre-commit-hooks.yaml')));

const bin = path.join(folder, 'bin');
mkdirSync(bin);
assert.equal(spawnSync('tar', ['-xzf', tarball, '-C', bin]).status, 0);
writeFileSync(
  path.join(bin, 'perimeter'),
  `#!/bin/sh\nexec "${process.execPath}" "${bin}/package/bin/perimeter.js" "$@"\n`,
  { mode: 0o755 },
);

/** Runs a hook on the files that it asks for. Its entry is split as a shell would split it, and the names come behind it. */
function runHook(id: string, files: Readonly<Record<string, string | Buffer>>, args: readonly string[] = []) {
  const hook = hooks.find((one) => one.id === id);
  assert.ok(hook !== undefined);
  const workspace = mkdtempSync(path.join(folder, 'files-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(workspace, name), content);
  const asked = Object.keys(files).filter((name) => new RegExp(hook.files, 'u').test(name));
  const names = hook.pass_filenames ? asked : [];
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${hook.entry} "$@"`, 'hook', ...args, ...names], {
    cwd: workspace,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${bin}:${searchPath}` },
  });
  return { status, output: stdout + stderr, asked, left: readdirSync(workspace).length - Object.keys(files).length };
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const accepting = (check: string, days: number): string =>
  `accept: [{ check: ${check}, severity: low, reason: until replaced, owner: jane@our.org, expires: ${day(days)} }]\n`;

for (const [what, text, status, output] of [
  ['a file without mistakes', accepting('hsts-missing', 90), 0, /^$/u],
  [
    'an acceptance that ends',
    accepting('hsts-missing', 9),
    0,
    /hsts-missing \(.*perimeter\.yml:1\): expires on .*, in \d days/u,
  ],
  [
    'an acceptance of an unknown check',
    accepting('hsts-mising', 90),
    0,
    /no such check\. Did you mean hsts-missing\?/u,
  ],
  ['an unknown key', 'gaet: {}\n', 2, /perimeter\.yml:1:1: unknown key "gaet"\. Did you mean gate\?/u],
  ['an end that is too far', accepting('hsts-missing', 400), 2, /365 days/u],
  [
    'a reason of several lines',
    accepting('hsts-missing', 9).replace('until replaced', '"until\\n::error::replaced"'),
    0,
    /^hsts-missing [^\n]+: until [^\n]+replaced\n$/u,
  ],
] as const) {
  test(`perimeter-config: ${what}`, () => {
    const run = runHook('perimeter-config', { 'perimeter.yml': text });
    assert.deepEqual([run.status, output.test(run.output)], [status, true], run.output);
    assert.deepEqual(run.asked, ['perimeter.yml']);
  });
}

const make = (script: string) =>
  spawnSync('sh', ['-ec', script], { cwd: folder, env: { PATH: searchPath }, stdio: 'ignore' }).status;

test('perimeter-certificates refuses private keys in PEM and DER, and nothing else in those forms', () => {
  assert.equal(
    make(`openssl genrsa -out rsa.pem 2048
openssl genpkey -algorithm ed25519 -outform der -out ed.der
openssl ecparam -name prime256v1 -genkey -noout -out sec1.pem
openssl ec -in sec1.pem -outform der -out sec1.key
openssl rsa -in rsa.pem -traditional -outform der -out pkcs1.der
openssl rsa -in rsa.pem -traditional -out pkcs1.pem
openssl pkcs8 -topk8 -nocrypt -in rsa.pem -outform der -out pkcs8.p8
openssl pkcs8 -topk8 -passout pass:x -in rsa.pem -out encrypted.pem
openssl pkcs8 -topk8 -passout pass:x -in rsa.pem -outform der -out encrypted.p8
openssl rsa -in rsa.pem -pubout -outform der -out public.der
openssl req -x509 -key rsa.pem -subj /CN=a -outform der -out certificate.cer
openssl req -new -key rsa.pem -subj /CN=a -outform der -out request.der`),
    0,
  );
  const read = (name: string): Buffer => readFileSync(path.join(folder, name));
  const keys = ['rsa.pem', 'ed.der', 'sec1.pem', 'sec1.key', 'pkcs1.der', 'pkcs1.pem', 'pkcs8.p8'];
  const others = ['encrypted.pem', 'encrypted.p8', 'public.der', 'certificate.cer', 'request.der'];
  const run = (names: readonly string[]) =>
    runHook('perimeter-certificates', Object.fromEntries(names.map((name) => [name, read(name)])));
  const refused = run([...keys, ...others]);
  assert.equal(refused.status, 1);
  assert.deepEqual(
    refused.output.trimEnd().split('\n'),
    keys.map((name) => `${name}: a private key: keep it out of the repository, and replace it where it was pushed`),
  );
  assert.deepEqual([run(others).status, run(others).output], [0, '']);
  const odd = runHook('perimeter-certificates', { 'a\n::error::y.key': read('ed.der') });
  assert.deepEqual([odd.status, odd.output.split('\n').length], [1, 2], odd.output);
});

test('perimeter-certificates names chains that do not verify, skips files without certificates, and takes any name', () => {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  const extensions =
    "printf 'subjectAltName=DNS:our.org\\nextendedKeyUsage=serverAuth\\nkeyUsage=digitalSignature\\n' > leaf.ext";
  assert.equal(
    make(`openssl req -x509 ${key} -keyout root.key -out root.pem -subj /CN=Root -days 400 -addext keyUsage=critical,keyCertSign
${extensions}
openssl req ${key} -keyout leaf.key -out leaf.csr -subj /CN=our.org
openssl x509 -req -in leaf.csr -CA root.pem -CAkey root.key -days 90 -extfile leaf.ext -set_serial 0x1234567890abcdef12 -out leaf.pem`),
    0,
  );
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  const files = {
    '-key.pem': '-----BEGIN PUBLIC KEY-----\n',
    '-leaf.pem': read('leaf.pem'),
    'a $(touch x).crt': read('leaf.pem'),
    'b\n::error::y `touch x`.cer': read('leaf.pem'),
    'roots.txt': read('root.pem'),
  };
  const trusted = runHook('perimeter-certificates', files, ['--roots=roots.txt']);
  assert.deepEqual([trusted.status, trusted.left, trusted.asked.length], [0, 0, 4], trusted.output);
  const unknown = runHook('perimeter-certificates', { 'b\n::error::y `touch x`.cer': read('leaf.pem') });
  assert.deepEqual([unknown.status, unknown.left], [1, 0], unknown.output);
  assert.doesNotMatch(unknown.output, /^::/mu);
  // A file named like an option is treated as a chain: a committer must not select what is trusted.
  const own = { '--roots=a.pem': read('root.pem'), 'a.pem': read('leaf.pem') + read('root.pem') };
  const named = runHook('perimeter-certificates', { ...own, 'leaf.pem': read('leaf.pem') });
  assert.deepEqual([named.status, named.left, named.asked.length], [1, 0, 3], named.output);
});

test("the command line's image has a fixed version, an unprivileged user, and nothing but the tarball", () => {
  const lines = textOf('deploy/cli.Dockerfile')
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '');
  const of = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
  assert.deepEqual(of('ARG'), ['BASE=node:24-bookworm-slim']);
  assert.deepEqual(of('FROM'), ['${BASE} AS unpack', '${BASE}']);
  assert.deepEqual(of('COPY'), ['perimeter-*.tgz /perimeter.tgz', '--from=unpack /perimeter /opt/perimeter']);
  assert.deepEqual(of('USER'), ['10001:10001']);
  assert.deepEqual(of('ADD'), []);
  assert.deepEqual(of('ENV'), ['NODE_ENV=production']);
  assert.deepEqual(JSON.parse(of('ENTRYPOINT')[0] ?? ''), ['node', '/opt/perimeter/bin/perimeter.js']);
});

const isRoot = process.getuid?.() === 0;

test(
  "the package audits as the image's user, in folders that this user cannot write",
  { skip: isRoot ? false : 'only root can become another user' },
  () => {
    const place = mkdtempSync(path.join(folder, 'image-'));
    assert.equal(spawnSync('tar', ['-xzf', tarball, '-C', place, '--no-same-owner']).status, 0);
    spawnSync('chmod', ['-R', 'a+rX', folder]);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(place, 'package/bin/perimeter.js'), 'checks'],
      {
        cwd: place,
        uid: 10_001,
        gid: 10_001,
        encoding: 'utf8',
        env: { NODE_ENV: 'production' },
      },
    );
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /\d+ checks\n$/u);
  },
);
