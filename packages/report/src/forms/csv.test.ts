import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { fc } from '@perimeter/protocols/testing/random';
import { runs } from '../testing/endings.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderCsv } from './csv.ts';
import { type AuditEnding, completed } from './ending.ts';

const plain = { byteOrderMark: false };

/** Strict parser of RFC 4180: all rows have the length of the first. */
const read = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n', bom: true });

const countOf = (endings: readonly AuditEnding[]): number =>
  endings.reduce((sum, ending) => sum + (ending.ok ? ending.report.findings.length : 0), 0);

for (const [name, endings] of runs) {
  test(`${name}: an independent parser finds one row per finding, and no cell that begins a formula`, () => {
    const csv = renderCsv(endings, plain);
    const rows = read(csv);
    assert.equal(rows.length, countOf(endings));
    for (const cell of rows.flatMap((row) => Object.values(row)))
      assert.doesNotMatch(cell, /^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/u);
    assert.match(csv, /^(?:"(?:[^"]|"")*"(?:,|\r\n))+$/);
  });
}

test('cells are what the report says', () => {
  const [row] = read(renderCsv([completed(sampleReport)], plain));
  assert.equal(row?.['check'], 'tls-legacy-versions');
  assert.equal(row['address'], '192.0.2.10');
  assert.match(row['evidence'] ?? '', /^ServerHello: [^\n]*\n16 03 01/);
});

test('a cell is at most as long as Excel accepts', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const evidence = `${'🙂'.repeat(999)}\n`.repeat(40);
  const [row] = read(renderCsv([completed({ ...sampleReport, findings: [{ ...finding, evidence }] })], plain));
  assert.ok((row?.['evidence']?.length ?? 0) > 30_000);
  for (const cell of Object.values(row ?? {})) assert.ok(cell.length < 32_767 && cell.isWellFormed());
});

test('the byte order mark is added on request, and nothing else changes', () => {
  const endings = [completed(sampleReport)];
  assert.equal(renderCsv(endings, { byteOrderMark: true }), `\ufeff${renderCsv(endings, plain)}`);
});

test('for any text from a target no cell begins a formula, no row breaks, and the text is preserved', () => {
  const starts = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '"', '', ',');
  fc.assert(
    fc.property(starts, fc.string(), (start, rest) => {
      const [finding] = sampleReport.findings;
      assert.ok(finding !== undefined);
      const one = { ...finding, description: start + rest, evidence: start + rest, host: start + rest };
      const rows = read(renderCsv([completed({ ...sampleReport, findings: [one] })], plain));
      assert.equal(rows.length, 1);
      for (const cell of Object.values(rows[0] ?? {}))
        assert.doesNotMatch(cell, /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u);
      if (/^[\x20-\x7e]*$/.test(start + rest) && !/::|##/.test(start + rest))
        assert.equal(rows[0]?.['description']?.replace(/^'(?=[=+\-@])/, ''), start + rest);
    }),
  );
  assert.equal(read(renderCsv([completed(hostileWellFormed())], plain)).length, sampleReport.findings.length);
});
