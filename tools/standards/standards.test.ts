import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repoRoot } from '../generate/repo-root.ts';
import { citations, citedIn } from './cited.ts';
import { publishedDrafts, standards } from './standards.data.ts';

const known = new Map(standards.map((standard) => [standard.id as string, standard]));

const texts: readonly (readonly [text: string, cited: readonly string[]])[] = [
  ['a seven (RFC 9846 section 4.7.1) days', ['RFC 9846']],
  ['RFC 2246, 4346 and 5246 section 6.2.3, RFC 5288', ['RFC 2246', 'RFC 4346', 'RFC 5246', 'RFC 5288']],
  ['https://www.rfc-editor.org/rfc/rfc8446#section-4', ['RFC 8446']],
  ['RFC8446, RFC-8446, RFC 08446', ['RFC 8446', 'RFC 8446', 'RFC 8446']],
  ['since RFC 9846, 2026-08-01, and RFC 9110, 15.4', ['RFC 9846', 'RFC 9110']],
  ['draft-ietf-tls-ecdhe-mlkem-01 section 3', ['draft-ietf-tls-ecdhe-mlkem']],
  ['RFC 20 is short, the rfc5280 folder is not', ['RFC 5280']],
];

for (const [text, cited] of texts)
  test(`"${text}" cites ${cited.join(', ')}`, () => assert.deepEqual(citedIn(text), cited));

test('each document is listed once, with or without a successor', () => {
  assert.equal(known.size, standards.length);
  for (const { id, status, obsoletedBy, citedBecause } of standards) {
    assert.equal(status === 'obsolete', obsoletedBy !== null, id);
    if (status === 'in force') assert.equal(citedBecause, null, id);
    assert.notEqual(citedBecause?.trim(), '', id);
  }
});

test('cited documents are in force, or marked as historic with a reason', () => {
  const wrong = citations(repoRoot).flatMap(({ id, place }) => {
    const published = publishedDrafts[id];
    if (published !== undefined) return [`${place}: ${id} became ${published}`];
    if (!id.startsWith('RFC ')) return [];
    const standard = known.get(id);
    if (standard === undefined) return [`${place}: ${id} is missing in standards.data.ts`];
    return standard.status === 'in force' || standard.citedBecause !== null
      ? []
      : [`${place}: ${id} is ${standard.status}, cite ${standard.obsoletedBy ?? 'another document'}`];
  });
  assert.deepEqual(wrong, []);
});
