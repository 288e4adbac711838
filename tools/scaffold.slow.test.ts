import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { scaffold } from './scaffold.ts';
import { copyHouse, type HouseCopy } from './testing/house-copy.ts';
import { checkWalls } from './walls.ts';

const MODULES = 'packages/engine/src/modules';

/** One of each kind: checks of several subjects, in a new topic and in one with a folder, a probe and a codec. */
const wanted: string[][] = [
  ['check', 'page_content', 'planted-topic', 'planted-check-one'],
  ['check', 'cookies', 'planted-topic', 'planted-answers', 'everyAnswer'],
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
const read = (file: string): string => readFileSync(path.join(house.root, file), 'utf8');

test('every file that was listed exists', () => {
  for (const file of files) assert.ok(existsSync(path.join(house.root, file)), file);
  assert.ok(files.includes(`${MODULES}/page_content/planted-topic.ts`));
  assert.ok(files.includes(`${MODULES}/tls_configuration/handshake/planted-topic.md`));
});

for (const settings of ['tsconfig.json', 'tsconfig.pure.json']) {
  test(`scaffolded files and their registrations compile under ${settings}`, () => {
    const sources = files.filter((file) => file.endsWith('.ts'));
    const { include, exclude = [] }: { include: string[]; exclude?: string[] } = JSON.parse(read(settings));
    const isIn = (patterns: string[]) => (file: string) =>
      patterns.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`));
    // Only these and their imports: the gate compiles the rest.
    const own = sources.filter((file) => isIn(include)(file) && !isIn(exclude)(file));
    assert.ok(own.length >= 6, String(own));
    const declared = include.filter((file) => file.endsWith('.d.ts'));
    const compilerOptions = { incremental: false, tsBuildInfoFile: null };
    house.plant(
      `planted-${settings}`,
      JSON.stringify({ extends: `./${settings}`, compilerOptions, files: [...declared, ...own], include: [] }),
    );
    const { output } = run(path.join(house.root, 'node_modules/typescript/bin/tsc'), '-p', `planted-${settings}`);
    const mistakes = output.split('\n').filter((line) => files.some((file) => line.startsWith(file)));
    assert.deepEqual(mistakes, []);
    assert.doesNotMatch(output, /error TS[0-9]{4,5}: (?:Option|Cannot find type|No inputs)|^error TS5/mu, output);
  });
}

test('the scaffolded tests run and pass', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  assert.ok(tests.length >= wanted.length, String(tests));
  const { status, output } = run('--test', '--test-isolation=none', ...tests);
  assert.equal(status, 0, output);
});

test('scaffolded files are registered', () => {
  const program = `
    import { modules } from '../packages/engine/src/modules/registry.ts';
    import { probes } from '../packages/engine/src/probes/registry.ts';
    import { evidenceKinds } from '../packages/engine/src/evidence/evidence.ts';
    const ids = modules.flatMap(({ id, checks }) => checks.map((check) => id + '/' + check.id));
    console.log(JSON.stringify([modules.length, ids, probes.map(({ kind }) => kind), Object.keys(evidenceKinds)]));`;
  house.plant('tools/planted-list.ts', program);
  const { output, status } = run('tools/planted-list.ts');
  assert.equal(status, 0, output);
  const [count, ids, probes, kinds]: [number, string[], string[], string[]] = JSON.parse(output);
  assert.equal(count, 17);
  assert.ok(ids.includes('page_content/planted-check-one'));
  assert.ok(ids.includes('tls_configuration/planted-check-two'));
  assert.ok(ids.indexOf('tls_configuration/planted-check-two') > ids.indexOf('tls_configuration/tls-sslv2'));
  assert.ok(ids.includes('cookies/planted-answers'));
  assert.ok(probes.includes('planted_probe'));
  assert.ok(kinds.includes('planted_probe'));
});

test('the table of rooms names the folder of a scaffolded codec', () => {
  assert.match(read('ARCHITECTURE.md'), /` `planted-codec\/`, and the records of e-mail: `spf\/`/u);
  const { status, output } = run('--test', '--test-name-pattern=the table lists', 'tools/architecture.test.ts');
  assert.equal(status, 0, output);
  assert.match(output, /the table lists every folder of packages\/protocols\/src/u);
});

test('scaffolded files pass the import rules, and the linter except for their TODO', async () => {
  const { violations } = await checkWalls(house.root);
  assert.deepEqual(
    violations.filter((violation) => violation.includes('planted')),
    [],
  );
  const sources = files.filter((file) => file.endsWith('.ts') && file.includes('planted'));
  const lint = run(path.join(house.root, 'node_modules/oxlint/bin/oxlint'), '--format=unix', ...sources);
  const complaints = lint.output.split('\n').filter((line) => /^\S+:\d+:\d+:/u.test(line));
  const todo = files.filter((file) => file.endsWith('.ts') && read(file).includes('// TODO: '));
  assert.equal(todo.length, 6);
  assert.deepEqual(
    complaints.map((line) => [todo.find((file) => line.includes(file)), line.includes('no-warning-comments')]),
    complaints.map((line) => [todo.find((file) => line.includes(file)), true]),
    lint.output,
  );
  assert.equal(complaints.length, todo.length, lint.output);
});

test('the registry test applies its rules to every scaffolded check', () => {
  const { output } = run('--test', '--test-name-pattern=planted', `${MODULES}/registry.test.ts`);
  assert.match(output, /planted-check-one has its prose once/u);
  assert.match(output, /planted-answers has a row for each kind of outcome/u);
  assert.doesNotMatch(output, /✖ planted/u);
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
