import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../testing/rendered.ts';

const problem = {
  name: 'problem' as const,
  status: 429,
  title: 'Rate limit exceeded',
  text: 'Wait a moment.',
  code: 'rate_limited',
  requestId: 'r-1',
  domain: null,
  retry: { path: '/checks?q=a', afterSeconds: 12 },
};

test('an error that passes offers to try again, and says when', () => {
  const html = rendered(problem, { base: '/perimeter' });
  assert.match(html, /<retry-after data-seconds="12"><a href="\/perimeter\/checks\?q=a"/);
  assert.match(html, /in 12 s/);
  assert.match(html, /<code>rate_limited<\/code>, request id <code>r-1<\/code>/);
});

test('a page at any address leads to the same address again', () => {
  const html = rendered({ ...problem, retry: { path: null, afterSeconds: 2 } }, { base: '/perimeter' });
  assert.match(html, /<a href="" class="button primary">.*Try again/);
});

test('a domain to audit instead stands in its own letters', () => {
  const html = rendered({ ...problem, domain: 'xn--bcher-kva.example' });
  assert.match(
    html,
    /href="\/\?domain=xn--bcher-kva\.example"[^>]*>Audit (?:<!-- -->)?bücher\.example \(xn--bcher-kva\.example\)</u,
  );
});

test('an error that stays offers the start page and no second try', () => {
  const html = rendered({ ...problem, status: 404, retry: null });
  assert.doesNotMatch(html, /Try again/);
  assert.match(html, /<a href="\/" class="button">Start page/);
});
