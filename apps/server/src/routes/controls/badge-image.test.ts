import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badgeImage } from './badge-image.ts';

const endedAt = new Date('2026-03-31T23:59:59Z');

/** Contrast ratio of a colour with white (WCAG 2.2, relative luminance). */
function contrastWithWhite(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

for (const grade of ['A+', 'A', 'B', 'C', 'D', 'F', null])
  test(`a badge of ${grade ?? 'no result'} has sufficient contrast and no active content`, () => {
    const image = badgeImage({ domain: 'owner.net', latest: grade === null ? null : { grade, endedAt } });
    const value = grade === null ? 'not available' : `${grade} · 2026-03-31`;
    assert.ok(image.includes(`>${value}</text>`), image);
    const grounds = [...image.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, colour = '']) => colour);
    assert.equal(grounds.length, 2);
    for (const ground of grounds)
      assert.ok(contrastWithWhite(ground) >= 4.5, `${ground}: ${contrastWithWhite(ground)}`);
    assert.doesNotMatch(image, /<script|<style|<image|<use|<foreignObject|href|\son\w+=|url\(/i);
  });

test('text is never markup, and an unknown grade is not shown', () => {
  const image = badgeImage({ domain: '"><script>alert(1)</script>', latest: { grade: '<b>', endedAt } });
  assert.ok(!image.includes('<script>') && !image.includes('<b>'));
  assert.ok(image.includes('not available') && image.includes('&quot;&gt;&lt;script&gt;'));
});
