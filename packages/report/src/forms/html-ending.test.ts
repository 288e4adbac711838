import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { failedAudit, runs } from '../testing/endings.ts';
import { reportForms } from './forms.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Rules about the layout of the source.
  rules: { 'no-trailing-whitespace': 'off', 'long-title': 'off' },
});

async function problems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
}

for (const [name, endings] of runs.filter(([, { length }]) => length === 1)) {
  test(`${name}: the page is valid HTML without script`, async () => {
    const html = reportForms.html.render(endings);
    assert.deepEqual(await problems(html), []);
    assert.doesNotMatch(html, /<(?:script|img|link|iframe|object|embed)|<[^>]*\s(?:on\w+|style)=/i);
  });
}

test('the validator rejects an invalid page', async () => {
  assert.notDeepEqual(await problems('<!doctype html><html lang="en"><title>x</title><p><div></p></html>'), []);
});

test('a failed audit has a page with the reason', () => {
  const html = reportForms.html.render([{ ok: false, failed: failedAudit, source: null }]);
  assert.match(
    html,
    /<h1[^>]*>failed\.example<\/h1>\n<p class="verdict">The audit failed, so there is no report: Nothing answered/,
  );
});
