// Scaffolded files are parts of files that the gate compiles, and run here; scaffold.modules.endurance.slow.test.ts compiles them, and
// looks for cycles of imports.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Checkout } from './scaffold/checkout.ts';
import { subjectsOf } from './scaffold/subjects.ts';
import { helpOf, nextSteps, scaffold } from './scaffold.ts';
import { copyHouse, type HouseCopy } from './testing/house-copy.ts';
import { checkWalls } from './walls.ts';

const MODULES = 'packages/engine/src/modules';

/** One of each kind: checks of several subjects, in a new topic and in one with a folder, a probe and a codec. */
const wanted: string[][] = [
  ['check', 'page_content', 'planted-topic', 'planted-check-one'],
  ['check', 'cookies', 'planted-topic', 'planted-answers', 'everyAnswer'],
  // Its exemplar imports another thing of the check's name, under another name.
  ['check', 'cookies', 'planted-cookie', 'planted-cookie', 'cookiesThat'],
  ['check', 'tls_configuration', 'handshake/planted-topic', 'planted-check-two', 'eachEndpoint'],
  ['check', 'tls_configuration', 'planted-feature', 'planted-feature', 'aboveSsl2'],
  ['probe', 'planted_probe'],
  ['codec', 'planted-codec'],
];

let house: HouseCopy;
let files: string[] = [];
before(() => {
  house = copyHouse();
  files = wanted.flatMap((args) => scaffold(house.root, args));
});
after(() => house.remove());

// Without this variable, because a nested test run would otherwise run nothing.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const run = (...args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: house.root, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const sourcesOf = (written: readonly string[]): string[] =>
  written.filter((file) => file.endsWith('.ts') && file.includes('planted'));
const read = (file: string): string => readFileSync(path.join(house.root, file), 'utf8');

test('every file that was listed exists', () => {
  for (const file of files) assert.ok(existsSync(path.join(house.root, file)), file);
  assert.ok(files.includes(`${MODULES}/page_content/planted-topic.ts`));
  assert.ok(files.includes(`${MODULES}/tls_configuration/handshake/planted-topic.md`));
});

test('the scaffolded tests run and pass, and scaffolded files are registered', () => {
  // In the process of the scaffolded tests, which has loaded the engine.
  const program = `
    import { writeFileSync } from 'node:fs';
    import { modules } from '../packages/engine/src/modules/registry.ts';
    import { probes } from '../packages/engine/src/probes/registry.ts';
    import { evidenceKinds } from '../packages/engine/src/evidence/evidence.ts';
    const ids = modules.flatMap(({ id, checks }) => checks.map((check) => id + '/' + check.id));
    const lists = [modules.length, ids, probes.map(({ kind }) => kind), Object.keys(evidenceKinds)];
    writeFileSync('planted-lists.json', JSON.stringify(lists));`;
  house.plant('tools/planted-lists.test.ts', program);
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  assert.ok(tests.length >= wanted.length, String(tests));
  const { status, output } = run('--test', '--test-isolation=none', ...tests, 'tools/planted-lists.test.ts');
  assert.equal(status, 0, output);
  const [count, ids, probes, kinds]: [number, string[], string[], string[]] = JSON.parse(read('planted-lists.json'));
  assert.equal(count, 17);
  assert.ok(ids.includes('page_content/planted-check-one'));
  assert.ok(ids.includes('tls_configuration/planted-check-two'));
  assert.ok(ids.indexOf('tls_configuration/planted-check-two') > ids.indexOf('tls_configuration/tls-sslv2'));
  assert.ok(ids.includes('cookies/planted-answers'));
  assert.ok(probes.includes('planted_probe'));
  assert.ok(kinds.includes('planted_probe'));
});

test('scaffolded files pass the import rules, and the linter except for their TODO', async () => {
  const { violations } = await checkWalls(house.root, sourcesOf(files));
  assert.deepEqual(
    violations.filter((violation) => violation.includes('planted')),
    [],
  );
  const sources = sourcesOf(files);
  const lint = run(path.join(house.root, 'node_modules/oxlint/bin/oxlint'), '--format=unix', ...sources);
  const complaints = lint.output.split('\n').filter((line) => /^\S+:\d+:\d+:/u.test(line));
  const todo = files.filter((file) => file.endsWith('.ts') && read(file).includes('// TODO: '));
  assert.equal(todo.length, 7);
  assert.deepEqual(
    complaints.map((line) => [todo.find((file) => line.includes(file)), line.includes('no-warning-comments')]),
    complaints.map((line) => [todo.find((file) => line.includes(file)), true]),
    lint.output,
  );
  assert.equal(complaints.length, todo.length, lint.output);
});

test('help names the usage, and the subjects of each module that has checks', () => {
  const { status, output } = run('tools/scaffold.ts', 'check', '--help');
  assert.equal(status, 0, output);
  assert.match(output, /^Usage: npm run new:check -- <module> <topic> <check-id> \[subject\]$/mu);
  assert.match(output, /^ {2}dnssec: .*signedZone/mu);
  assert.equal(helpOf(house.root, 'probe'), 'Usage: npm run new:probe -- <name>');
});

test('the steps after a probe or codec name the files to write and the test, and a section has a heading in words', () => {
  const planted = (name: string): string[] => files.filter((file) => file.includes(name));
  const [write, then] = nextSteps('codec', planted('planted-codec'));
  assert.match(write ?? '', /into packages\/protocols\/src\/planted-codec\/planted-codec\.ts and /u);
  assert.match(then ?? '', /node --test packages\/protocols\/src\/planted-codec\/planted-codec\.test\.ts$/u);
  assert.match(
    nextSteps('probe', planted('planted_probe')).join('\n'),
    /planted_probe\/section\.ts.*probe\.test\.ts$/su,
  );
  assert.doesNotMatch(nextSteps('probe', planted('planted_probe')).join('\n'), /evidence\/evidence\.ts/u);
  assert.match(read('packages/engine/src/evidence/planted_probe/section.ts'), /title: 'Planted probe'/u);
});

test('the steps after a check name its hosts in the lab and its claims, in files that are there', () => {
  const [, lab = '', then = ''] = nextSteps('check', [`${MODULES}/page_content/planted-topic.ts`, 'x.test.ts', 'x.md']);
  const named = [...`${lab} ${then}`.matchAll(/(?:lab|packages)\/\S+\.ts/gu)].map(([file]) => file);
  for (const file of [
    'packages/engine/src/runner/reproduce/claims/page-content.data.ts',
    'lab/src/hosts/coverage/page-content.data.ts',
    'packages/engine/src/runner/coverage/http.lab.test.ts',
  ])
    assert.ok(named.includes(file), String(named));
  for (const file of named.filter((one) => !one.includes('planted')))
    assert.ok(existsSync(path.join(house.root, file)), file);
});

test('exemplars are measured with all that they need of their file, and show a judge where a check has one', () => {
  const exemplar = (module: string, subject: string): string | undefined =>
    subjectsOf(new Checkout(house.root), MODULES, module).find((one) => one.subject === subject)?.id;
  assert.notEqual(exemplar('page_content', 'readContent'), 'page-thirdparty-dead');
  assert.notEqual(exemplar('tls_configuration', 'eachEndpoint'), 'tls-dh-reuse');
});

const refusals: [name: string, args: string[], said: RegExp][] = [
  ['an unknown kind', ['route', 'x'], /Scaffolds one of check, probe, codec/u],
  ['no name', ['probe'], /Which probe/u],
  ['a check id that is taken', ['check', 'cookies', 'names', 'tls-sslv2'], /There is a check tls-sslv2 already/u],
  [
    'a topic that is taken',
    ['check', 'tls_configuration', 'versions', 'planted-check-three'],
    /has a topic versions already/u,
  ],
  [
    'a module that is none of the 17',
    ['check', 'planets', 'names', 'planted-check-three'],
    /There is no module planets: take certificates, .*tls_vulnerabilities/u,
  ],
  [
    'a subject that is none',
    ['check', 'page_content', 'names', 'planted-check-three', 'tea-leaves'],
    /"tea-leaves" is no subject of page_content: take readContent/u,
  ],
  [
    'a subject that the module has no check of',
    ['check', 'tls_vulnerabilities', 'names', 'planted-check-three', 'cookiesThat'],
    /take eachEndpoint/u,
  ],
  [
    'a name in the wrong style',
    ['check', 'cookies', 'names', 'PlantedCheck'],
    /"PlantedCheck" is no name for a check: write lower-case words with hyphens/u,
  ],
  [
    'a topic for which its folder has no room',
    ['check', 'subdomains', 'planted-topic', 'planted-check-three'],
    /subdomains would have 26 files, and `npm run house` allows 25: .* such as <subject>\/planted-topic$/u,
  ],
  ['no topic', ['check', 'cookies'], /Subjects of cookies: cookiesThat, allCookies, everyAnswer/u],
  ['a name that leaves the folder', ['codec', '../../x'], /is no name for a codec/u],
  ['a probe that is taken', ['probe', 'tls'], /There is a probe tls already/u],
  ['evidence that is taken', ['probe', 'target'], /There is evidence of kind target already/u],
  ['a codec that is taken', ['codec', 'dns'], /There is a folder packages\/protocols\/src\/dns already/u],
];
for (const [name, args, said] of refusals) {
  test(`${name} is refused with a clear message, and nothing is written`, () => {
    const registry = read(`${MODULES}/registry.ts`);
    assert.throws(() => scaffold(house.root, args), { name: 'ScaffoldError', message: said });
    assert.equal(read(`${MODULES}/registry.ts`), registry);
  });
}

// The last one, because it takes the tests of other checks out of the copy: scaffolding copies from them.
test('the registry test applies its rules to every scaffolded check, and the table of rooms names the folder of a codec', () => {
  const rows = globSync(`${MODULES}/*/**/*.test.ts`, { cwd: house.root });
  for (const file of rows) if (!files.includes(file)) rmSync(path.join(house.root, file));
  assert.match(read('ARCHITECTURE.md'), /` `planted-codec\/`, and the records of e-mail: `spf\/`/u);
  const tests = [`${MODULES}/registry.test.ts`, 'tools/architecture.test.ts'];
  const { output } = run('--test', '--test-isolation=none', '--test-name-pattern=planted|the table lists', ...tests);
  for (const id of ['planted-check-one', 'planted-check-two', 'planted-feature', 'planted-answers', 'planted-cookie'])
    for (const rule of ['has its prose once', 'has a row for each kind of outcome', 'throws without its evidence'])
      assert.match(output, new RegExp(`✔ ${id} ${rule}`, 'u'));
  assert.match(output, /✔ the table lists every folder of packages\/protocols\/src/u);
  assert.doesNotMatch(output, /✖/u);
});
