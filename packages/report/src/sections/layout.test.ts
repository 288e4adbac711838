import type { Scene } from '@perimeter/contract/section';
import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutScene } from './layout.ts';
import { outlineOf, outlineText } from './outline.ts';
import { ranksOf } from './ranks.ts';

const sceneOf = (ids: readonly string[], arrows: readonly (readonly [string, string])[]): Scene => ({
  nodes: ids.map((id) => ({ id, label: id, details: [], tone: 'neutral' })),
  edges: arrows.map(([from, to]) => ({ from, to, label: `${from}${to}`, tone: 'neutral' })),
});

const ranks = (scene: Scene): Record<string, number> =>
  Object.fromEntries(
    ranksOf(
      scene.nodes.map(({ id }) => id),
      scene.edges,
    ),
  );

test('a box is below those that lead to it, and a source directly above what it leads to', () => {
  const scene = sceneOf(
    ['a', 'b', 'c', 'd'],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['d', 'c'],
    ],
  );
  assert.deepEqual(ranks(scene), { a: 0, b: 1, c: 2, d: 1 });
});

test('cycles end, and each box is described once with its arrows', () => {
  const scene = sceneOf(
    ['a', 'b'],
    [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'a'],
    ],
  );
  assert.deepEqual(ranks(scene), { a: 0, b: 1 });
  assert.deepEqual(outlineOf(scene).map(outlineText), ['a', '→ ab: b', '→ ba: a', '→ aa: a']);
});

test('for any arrows every box is within the drawing and none overlaps another', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const arrow = fc.tuple(fc.constantFrom(...ids, 'unknown'), fc.constantFrom(...ids));
  fc.assert(
    fc.property(fc.array(arrow, { maxLength: 12 }), fc.constantFrom('down', 'right'), (arrows, flow) => {
      const clean = (text: string): string => text;
      const placed = layoutScene(sceneOf(ids, arrows), { flow, columns: 20, clean });
      assert.equal(placed.nodes.length, ids.length);
      for (const [index, { x, y, height }] of placed.nodes.entries()) {
        assert.ok(x >= 0 && y >= 0 && x + placed.nodeWidth <= placed.width && y + height <= placed.height);
        for (const other of placed.nodes.slice(index + 1)) {
          const apart =
            Math.abs(other.x - x) >= placed.nodeWidth || other.y >= y + height || y >= other.y + other.height;
          assert.ok(apart);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('downward, all boxes are left-aligned, and those that one box leads to are below it, however many', () => {
  const ids = ['root', 'zone', ...Array.from({ length: 6 }, (_, index) => `records ${index}`)];
  const edges = ids
    .slice(1)
    .map((to) => ({ from: to === 'zone' ? 'root' : 'zone', to, label: null, tone: 'good' as const }));
  const placed = layoutScene({ ...sceneOf(ids, []), edges }, { flow: 'down', columns: 34, clean: (text) => text });
  assert.deepEqual(new Set(placed.nodes.map(({ x }) => x)), new Set([0, 28]));
  assert.ok(placed.width <= 312, `${placed.width} is wider than a phone shows`);
  assert.equal(new Set(placed.nodes.map(({ y }) => y)).size, ids.length);
});

test('a drawing has a maximum of boxes and states how many were omitted', () => {
  const ids = Array.from({ length: 100 }, (_, index) => String(index));
  const placed = layoutScene(sceneOf(ids, []), { flow: 'down', columns: 20, clean: (text) => text });
  assert.deepEqual([placed.nodes.length, placed.left], [30, 70]);
});

test('an outline has a maximum of lines, for any arrows', () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => String(index));
  const chain = ids.slice(1).map((id, index) => [ids[index] ?? '', id] as const);
  assert.equal(outlineOf(sceneOf(ids, chain)).length, 200);
});
