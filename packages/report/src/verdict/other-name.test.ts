import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderForm } from '../forms/forms.ts';
import { firstName, listedName, otherName } from './names.ts';
import { coverOf } from '../pdf/board/cover.ts';
import { sampleReport } from '../testing/sample-report.ts';

const named = (lookAlike: boolean) => ({
  ...sampleReport,
  domain: 'xn--bcher-kva.lab',
  unicode: { name: 'bücher.lab', lookAlike },
});

for (const form of ['markdown', 'html'] as const) {
  test(`a non-ASCII name is shown in Unicode first, and in both forms, in ${form}`, () => {
    const text = renderForm(form, named(false));
    assert.match(text, form === 'html' ? /<h1>bücher\.lab<\/h1>/ : /^# bücher\.lab: /);
    assert.match(text, /In DNS: xn--bcher-kva\.lab/);
    assert.doesNotMatch(text, /taken for another/);
    const alike = renderForm(form, named(true)).replaceAll(/\s+/g, ' ');
    assert.match(alike, form === 'html' ? /<h1>xn--bcher-kva\.lab<\/h1>/ : /^# xn--bcher-kva\.lab: /);
    assert.match(alike, /Also written bücher\.lab.*taken for another name/);
  });
}

test("the PDF's cover has both forms, and an ASCII name only one", () => {
  const cover: object = coverOf(named(true), false, []);
  assert.match(JSON.stringify(cover), /xn--bcher-kva\.lab.*Also written bücher\.lab\. Its letters/);
  assert.equal(otherName(sampleReport), null);
});

test('lists show both forms, but only ASCII for a name that may be confused with another', () => {
  assert.equal(listedName('site.example'), 'site.example');
  assert.equal(listedName('xn--bcher-kva.example'), 'bücher.example (xn--bcher-kva.example)');
  // The first letter of "аpple" is Cyrillic.
  assert.equal(listedName('xn--pple-43d.example'), 'xn--pple-43d.example');
});

test('for reports without the Unicode form it is derived from the domain', () => {
  const { unicode: _, ...older } = named(false);
  assert.equal(firstName(older), 'bücher.lab');
  assert.equal(otherName(older), 'In DNS: xn--bcher-kva.lab');
  assert.match(renderForm('html', older), /<title>bücher\.lab: /);
  const csv = renderForm('csv', older).split('\r\n');
  assert.match(csv[0] ?? '', /^"domain",.*"domain_in_letters"$/);
  assert.match(csv.at(-2) ?? '', /"bücher\.lab"$/);
  assert.match(csv.at(-2) ?? '', /^"xn--bcher-kva\.lab",/m);
});
