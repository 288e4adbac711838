import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderCsv } from './csv.ts';

/** A reader of quoted fields, by RFC 4180 section 2 alone. */
function read(csv: string): string[][] {
  const field = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  const rows: string[][] = [[]];
  while (field.lastIndex < csv.length) {
    const found = field.exec(csv);
    assert.ok(found !== null, 'a field that is not quoted');
    rows.at(-1)?.push((found[1] ?? '').replaceAll('""', '"'));
    if (found[2] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('one row a finding under the names of the columns', () => {
  const [names, ...rows] = read(renderCsv(sampleReport));
  assert.equal(rows.length, sampleReport.findings.length);
  for (const row of rows) assert.equal(row.length, names?.length);
  assert.equal(rows[0]?.[names?.indexOf('check') ?? -1], 'tls-legacy-versions');
  assert.equal(rows[0]?.[names?.indexOf('address') ?? -1], '192.0.2.10');
});

test('whatever a target sends, no cell begins as a formula and no row breaks', () => {
  const starts = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '"', '', ',');
  fc.assert(
    fc.property(starts, fc.string(), (start, rest) => {
      const [finding] = sampleReport.findings;
      assert.ok(finding !== undefined);
      const one = { ...finding, description: start + rest, evidence: start + rest, host: start + rest };
      const rows = read(renderCsv({ ...sampleReport, findings: [one] }));
      assert.equal(rows.length, 2);
      for (const cell of rows[1] ?? []) assert.doesNotMatch(cell, /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u);
    }),
  );
  assert.equal(read(renderCsv(hostileWellFormed())).length, 1 + sampleReport.findings.length);
});
