import type { Scene } from '@perimeter/contract/section';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutScene } from './layout.ts';

const around = (count: number): Scene => ({
  layout: 'around',
  nodes: [
    {
      id: 'own',
      label: 'a-site-with-a-name-that-is-longer-than-its-box.example',
      details: ['this site'],
      tone: 'neutral',
    },
    ...Array.from({ length: count }, (_, index) => ({
      id: `${index}`,
      label: `site-${index}-${'x'.repeat(index)}.example`,
      details: ['no integrity', 'script'],
      tone: 'fair' as const,
      ring: `ring ${index % 4}`,
    })),
  ],
  edges: [],
});

const lay = (count: number) => layoutScene(around(count), { flow: 'down', columns: 34, clean: (text) => text });

test('any number of sites fits the drawing, and no text overlaps another', () => {
  for (const count of [1, 2, 3, 7, 40, 59]) {
    const { nodes, nodeWidth, width, height, rings, left } = lay(count);
    assert.equal(nodes.length, count + 1);
    assert.equal(left, 0);
    assert.equal(rings.length, Math.min(count, 4));
    for (const { across, down, centre } of rings)
      assert.ok(centre[0] - across >= 0 && centre[1] - down >= 0 && centre[1] + down <= height);
    const texts = nodes.filter(({ dot }) => dot !== undefined);
    for (const [index, { x, y, height: own, labels, dot }] of texts.entries()) {
      assert.ok(x >= 0 && x + nodeWidth <= width);
      assert.ok(dot !== undefined && dot.at[0] > 0 && dot.at[0] < width && dot.at[1] > 0 && dot.at[1] < height);
      assert.ok((labels[0]?.length ?? 0) <= 24);
      const middle = y + own / 2;
      assert.ok(middle > 0 && middle < height);
      for (const other of texts.slice(index + 1))
        assert.ok(other.x !== x || Math.abs(other.y + other.height / 2 - middle) >= 32);
    }
  }
});

test("sites beyond the drawing's maximum are counted", () => {
  assert.equal(lay(80).left, 21);
});
