import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');

/** The rows of the table of rooms: a folder, and the rooms that it may import. */
const rooms = [...page.matchAll(/^\| `([a-z]+(?:\/[a-z]+)*)(?:\/<[a-z]+>)?` \|.*\| ([^|]*) \|$/gm)].map(
  ([, folder = '', imports = '']) => ({
    folder,
    imports: imports.split(', ').filter((name) => name !== ''),
  }),
);

const patterns = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const house = '^(packages|apps|lab|bench|tools)/';
/** A rule that says which rooms one room may import. */
const wall = z.object({
  name: z.string(),
  from: z.object({ path: patterns }),
  to: z.object({ path: z.literal(house), pathNot: patterns }),
});
const loaded: unknown = await import(path.join(root, '.dependency-cruiser.mjs'));
const rules = z.object({ default: z.object({ forbidden: z.array(z.unknown()) }) }).parse(loaded).default.forbidden;
const walls = rules.flatMap((rule) => {
  const parsed = wall.safeParse(rule);
  return parsed.success ? [parsed.data] : [];
});

const matches = (regexes: readonly string[], file: string): boolean =>
  regexes.some((one) => new RegExp(one).test(file));

/** The rule with the longest path that covers a room's files. */
const wallOf = (folder: string): z.infer<typeof wall> | undefined =>
  walls
    .filter(({ from }) => !from.path.includes(house) && matches(from.path, `${folder}/x/a.ts`))
    .toSorted((a, b) => b.from.path.join('').length - a.from.path.join('').length)[0];

/** A room's name in the last column, without the common folder prefix. */
const nameOf = (folder: string): string => folder.replace(/^(packages\/engine\/src|packages|apps)\//, '');

test('every room of the table exists', () => {
  assert.ok(rooms.length > 15);
  assert.deepEqual(
    rooms.map(({ folder }) => folder).filter((folder) => !existsSync(path.join(root, folder))),
    [],
  );
});

test('every folder at the top of the checkout is a room of the table, or holds some', () => {
  const tops = readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !/^(?:\.|node_modules$|dist$)/u.test(one.name))
    .map(({ name }) => name);
  assert.deepEqual(
    tops.filter((top) => !rooms.some(({ folder }) => folder.split('/')[0] === top)),
    [],
  );
});

for (const { folder, imports } of rooms) {
  const rule = wallOf(folder);
  if (rule === undefined) continue;
  test(`${folder} may import what ${rule.name} allows`, () => {
    const allowed = rooms
      .map((other) => other.folder)
      .filter((other) => other !== folder && matches(rule.to.pathNot, `${other}/x/a.ts`))
      .map(nameOf);
    const engine = rooms
      .map((other) => other.folder)
      .filter((other) => other.startsWith('packages/engine/') && other !== folder);
    const listed = imports.flatMap((name) => (name === 'all of the engine' ? engine.map(nameOf) : [name]));
    assert.deepEqual(listed.toSorted(), allowed.toSorted());
  });
}

/** Each folder in these is a room of its own, or named in the row of its room. */
const shelves = ['packages', 'packages/engine/src', 'packages/protocols/src', 'packages/engine/src/modules/derive'];
for (const shelf of shelves) {
  test(`the table lists every folder of ${shelf}`, () => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${shelf.replace(/\/src$/, '')}\``)) ?? '';
    // Test helpers are not rooms.
    const folders = readdirSync(path.join(root, shelf), { withFileTypes: true }).filter(
      (one) => one.isDirectory() && one.name !== 'testing',
    );
    assert.ok(folders.length > 0);
    const unknown = folders
      .map(({ name }) => name)
      .filter((name) => !row.includes(`\`${name}/\``) && !page.includes(`\n| \`${shelf}/${name}`));
    assert.deepEqual(unknown, []);
  });
}

test('no two decisions have the same number', () => {
  const numbers = readdirSync(path.join(root, 'docs/decisions')).flatMap((name) => /^\d{4}/.exec(name) ?? []);
  assert.ok(numbers.length > 20);
  assert.equal(new Set(numbers).size, numbers.length);
});
