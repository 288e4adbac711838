import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { Check } from '../catalogue/check.ts';
import { isReference, urlOfReference } from '../catalogue/reference.ts';
import { evidenceKinds } from '../evidence/evidence.ts';
import { scoreVector } from '../scoring/cvss.ts';
import { modules } from './registry.ts';

const headings = ['Why it matters', 'How to fix', 'When this risk can be accepted'];
const listHeading = 'Sources';

interface Topic {
  module: string;
  stem: string;
  /** Prose by check id, as headings with the text below them. */
  prose: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Splits at headings of one level; headings inside fenced code are code. */
function sectionsOf(markdown: string, mark: string): Map<string, string> {
  const sections = new Map<string, string>();
  let title = '';
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    if (!fenced && line.startsWith(`${mark} `)) {
      title = line.slice(mark.length + 1);
      assert.ok(!sections.has(title), `${title} stands twice`);
      sections.set(title, '');
    } else if (title !== '') sections.set(title, `${sections.get(title) ?? ''}${line}\n`);
  }
  return sections;
}

/** The list under the heading of sources, as it is written. */
const sourcesIn = (prose: ReadonlyMap<string, string> | undefined): string[] =>
  (prose?.get(listHeading) ?? '')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^- /, ''));

const folderOf = (module: string): string => path.join(import.meta.dirname, module);

function topicsOf(module: string): Topic[] {
  const folder = folderOf(module);
  const files = globSync('**/*.md', { cwd: folder });
  return files.map((file) => {
    const checks = sectionsOf(readFileSync(path.join(folder, file), 'utf8'), '##');
    return {
      module,
      stem: file.slice(0, -'.md'.length),
      prose: new Map([...checks].map(([id, text]) => [id, sectionsOf(text, '###')])),
    };
  });
}

const checks = modules.flatMap((module) => module.checks.map((check) => ({ module: module.id, check })));
const topics = modules.flatMap(({ id }) => topicsOf(id));

test('there are 17 modules with unique ids', () => {
  assert.equal(modules.length, 17);
  assert.equal(new Set(modules.map(({ id }) => id)).size, 17);
  for (const { id } of modules) assert.match(id, /^[a-z]+(_[a-z]+)*$/);
});

test('check ids are unique and kebab-case', () => {
  const ids = checks.map(({ check }) => check.id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  for (const id of ids) assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('prose is written for checks that exist, in their own module', () => {
  for (const { module, stem, prose } of topics) {
    const known = new Set(checks.filter((one) => one.module === module).map(({ check }) => check.id));
    assert.deepEqual(
      [...prose.keys()].filter((id) => !known.has(id)),
      [],
      `${module}/${stem}.md`,
    );
  }
});

test('no two checks have the same text on why they matter', () => {
  const reasons = topics.flatMap(({ prose }) =>
    [...prose].map(([id, text]) => [text.get(headings[0] ?? ''), id] as const),
  );
  const alike = [...Map.groupBy(reasons, ([why]) => why).values()].filter(({ length }) => length > 1);
  assert.deepEqual(
    alike.map((group) => group.map(([, id]) => id)),
    [],
  );
});

test('every topic is three files with one stem', () => {
  for (const { module, stem } of topics) {
    for (const suffix of ['.ts', '.test.ts']) {
      assert.ok(existsSync(path.join(folderOf(module), `${stem}${suffix}`)), `${module}/${stem}${suffix}`);
    }
  }
});

const camelCase = (id: string): string => id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** This module is older than the rule: its export names omit the prefix of the ids. */
const unprefixed = new Set(['certificates']);

for (const { module, stem } of topics.filter((topic) => !unprefixed.has(topic.module))) {
  test(`${module}/${stem}.ts exports each check under its id in camelCase`, async () => {
    const exported: Readonly<Record<string, unknown>> = await import(
      pathToFileURL(path.join(folderOf(module), `${stem}.ts`)).href
    );
    for (const { check } of checks) {
      const names = Object.keys(exported).filter((name) => exported[name] === check);
      assert.deepEqual(names, names.length === 0 ? [] : [camelCase(check.id)]);
    }
  });
}

for (const { id } of modules.filter((module) => module.checks.length > 0)) {
  test(`${id} is tested for the invariants of all modules`, () => {
    assert.match(readFileSync(path.join(folderOf(id), 'module.test.ts'), 'utf8'), /^testModule\(/m);
  });
}

for (const { module, check } of checks) {
  test(`${check.id} has all its facts`, () => {
    for (const sentence of [check.title, check.finding]) {
      const form = `"${sentence}": title and finding begin with a capital letter or a digit, and have no full stop`;
      assert.match(sentence, /^[A-Z0-9].*[^.\s]$/, form);
    }
    assert.ok(check.needs.length > 0 && check.needs.every((kind) => Object.hasOwn(evidenceKinds, kind)));
    assert.ok(check.cwe.every((id) => Number.isInteger(id) && id > 0));
  });

  test(`${check.id} has a severity if it can fail`, () => {
    if (check.cvss === undefined) return;
    assert.notEqual(scoreVector(check.cvss).severity, null);
  });

  test(`${check.id} has its prose once, with its sources under their headings`, () => {
    const found = topics.flatMap((topic) => (topic.module === module && topic.prose.has(check.id) ? [topic] : []));
    assert.equal(found.length, 1, `${found.length} topics of ${module} have it`);
    const prose = found[0]?.prose.get(check.id);
    assert.deepEqual([...(prose?.keys() ?? [])], [...headings, listHeading]);
    for (const heading of headings) assert.ok((prose?.get(heading) ?? '').trim().length > 20, heading);
    const sources = sourcesIn(prose);
    assert.ok(sources.length > 0 && new Set(sources).size === sources.length);
    for (const source of sources) assert.ok(isReference(source), source);
  });

  test(`${check.id} throws without its evidence`, () => {
    assert.throws(() => check.evaluate({}), /without its evidence/);
  });
}

test('every check has the pages of its listed sources, in their order', () => {
  const prose = new Map(topics.flatMap((topic) => [...topic.prose]));
  for (const { check } of checks) {
    const pages = sourcesIn(prose.get(check.id)).map((source) =>
      isReference(source) ? urlOfReference(source) : source,
    );
    assert.deepEqual(check.references, pages, check.id);
    for (const page of pages) assert.equal(new URL(page).protocol, 'https:');
  }
});

const silentRunner = `data:text/javascript,${encodeURIComponent(
  'export const test = () => {}; export { test as describe, test as it, test as after, test as before, test as beforeEach, test as afterEach }; export const mock = {}; export default test;',
)}`;

/** Outcomes that rows cover, by check id: every test file is loaded with a runner that runs nothing. */
async function readRows(): Promise<ReadonlyMap<string, ReadonlySet<OutcomeKind>>> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' ? { url: silentRunner, shortCircuit: true } : next(specifier, context),
  });
  const files = modules.flatMap(({ id }) => globSync(`${id}/**/*.test.ts`, { cwd: import.meta.dirname }));
  for (const file of files) await import(pathToFileURL(path.join(import.meta.dirname, file)).href);
  const { shownOutcomes } = await import('../catalogue/testing/rows.ts');
  hooks.deregister();
  return shownOutcomes;
}

const shown = await readRows();

/** What rows must cover: fail or informational, a pass if the check can fail, and a question that cannot be judged. */
const demands = (check: Check): OutcomeKind[][] => [
  check.cvss === undefined ? ['informational'] : ['fail'],
  ...(check.cvss === undefined ? [] : [['pass' as const]]),
  ['not-applicable', 'inconclusive'],
];

for (const { check } of checks) {
  test(`${check.id} has a row for each kind of outcome`, () => {
    const outcomes = shown.get(check.id) ?? new Set<OutcomeKind>();
    for (const anyOf of demands(check))
      assert.ok(
        anyOf.some((outcome) => outcomes.has(outcome)),
        `no row shows ${anyOf.join(' or ')}; rows show: ${[...outcomes].join(', ')}`,
      );
  });
}
