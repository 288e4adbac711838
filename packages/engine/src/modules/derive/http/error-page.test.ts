import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../../catalogue/check.ts';
import { contentSecurityPolicy } from '../../content_security_policy/module.ts';
import { httpHeaders } from '../../http_headers/module.ts';
import { pageContent } from '../../page_content/module.ts';
import { withPage } from './testing/page.ts';
import { html, json, site } from './testing/evidence.ts';

const findCheck = (id: string): Check => {
  const found = [contentSecurityPolicy, httpHeaders, pageContent]
    .flatMap(({ checks }) => checks)
    .find((check) => check.id === id);
  assert.ok(found !== undefined, id);
  return found;
};

const body = '<!doctype html><title>x</title><script src=/a.js></script><form></form>';
const page = (status: number, lines: string[] = []) => withPage(html(lines, { status, body }));
const plainText = withPage(site(['Content-Type: application/json'], { status: 404, body: '{}' }));

const absent = ['hdr-nosniff', 'hdr-clickjacking', 'csp-missing'];

test('a protection missing on an error page is a potential finding, missing on a page a confirmed one', () => {
  const rows = [
    [page(200), 'confirmed'],
    [page(404), 'potential'],
    [page(410), 'potential'],
    [page(500), 'potential'],
    [page(401), 'confirmed'],
  ] as const;
  for (const [evidence, confidence] of rows)
    for (const id of absent) {
      const outcome = findCheck(id).evaluate(evidence);
      if (outcome.outcome === 'not-applicable' && confidence === 'confirmed') continue;
      assert.ok(outcome.outcome === 'fail', `${id} ${outcome.outcome}`);
      assert.equal(outcome.findings[0].confidence ?? 'confirmed', confidence, id);
    }
  const type = findCheck('hdr-content-type').evaluate(
    withPage(site(['Content-Type: text/html'], { status: 404, body })),
  );
  assert.ok(type.outcome === 'fail' && type.findings[0].confidence === 'potential');
});

test('an answer of an API is judged as its document, whatever its status', () => {
  for (const evidence of [plainText, withPage(json([]))]) {
    const outcome = findCheck('hdr-nosniff').evaluate(evidence);
    assert.ok(outcome.outcome === 'fail' && outcome.findings[0].confidence === undefined);
  }
});

test('an invalid value on an error page weighs no more than a missing one', () => {
  const outcome = findCheck('hdr-nosniff').evaluate(page(404, ['X-Content-Type-Options: whimsy']));
  assert.ok(outcome.outcome === 'fail' && outcome.findings[0].confidence === 'potential');
});

test('no check of pages passes on a server error, but a leak in its error page counts', () => {
  for (const { id, evaluate } of [...contentSecurityPolicy.checks, ...pageContent.checks]) {
    const { outcome } = evaluate(page(500, ["Content-Security-Policy: default-src 'none'"]));
    assert.ok(outcome !== 'pass' && outcome !== 'not-applicable', `${id} ${outcome}`);
  }
  const leak = withPage(html([], { status: 500, body: '<!-- db password: hunter2 at 10.0.0.5 -->' }));
  assert.equal(findCheck('page-comment-leak').evaluate(leak).outcome, 'fail');
});
