import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { parse } from 'csv-parse/sync';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { sampleReport } from '../testing/sample-report.ts';
import { sectionsOfText } from '../testing/sample-sections.ts';
import { gitlabProblems, sarifProblems } from '../testing/schemas.ts';
import { completed } from './ending.ts';
import { formNames, reportForms } from './forms.ts';

// Text that forms or their parsers interpret, separated by blanks.
const pieces = fc.constantFrom(
  ...'< > & " \' ]]> ` ``` | \\ [ ]( :: ##[ % %0A = <!-- --> \r\n \n \t \u001b[0K \0 \u202e \u2028 \ufeff \ufffe 🙂 e\u0301'.split(
    ' ',
  ),
  'HTTP/1.1 200 OK',
);
const hostile = fc
  .array(fc.oneof(pieces, fc.string({ unit: anyCharacter, maxLength: 8 })), { maxLength: 30 })
  // No lone surrogates, because reports have a canonical form.
  .map((parts) => parts.join('').toWellFormed());

/** The sample report with random text wherever a target controls the text. */
const reports: fc.Arbitrary<typeof sampleReport> = fc
  .record({
    text: hostile,
    name: hostile,
    evidence: fc.oneof(
      hostile,
      hostile.map((text) => `HTTP/1.1 200 OK\nx: ${text}`),
    ),
  })
  .map(({ text, name, evidence }) => ({
    ...sampleReport,
    domain: name,
    sections: sectionsOfText(text),
    findings: sampleReport.findings.map((finding) => ({
      ...finding,
      description: text,
      host: name,
      affectedUrl: `https://${name}/${text}`,
      address: name,
      evidence,
    })),
    modules: sampleReport.modules.map((module) => ({
      ...module,
      checks: module.checks.map((check) => ({ ...check, reason: text })),
    })),
  }));

const readXml = (xml: string): number =>
  new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`${level}: ${message}`);
    },
  })
    .parseFromString(xml, 'text/xml')
    .getElementsByTagName('testcase').length;

const checks = sampleReport.modules.flatMap((module) => module.checks).length;

test('for any text from a target every form stays valid and throws nothing', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const texts = Object.fromEntries(formNames.map((name) => [name, reportForms[name].render([completed(report)])]));
      for (const name of formNames) {
        const text = texts[name] ?? '';
        assert.ok(text.isWellFormed(), name);
        for (const part of ['\0', '\u001b', '\u202e', '\u2028', '\ufffe', '##[']) assert.ok(!text.includes(part), name);
      }
      assert.deepEqual(sarifProblems(texts['sarif'] ?? ''), []);
      assert.deepEqual(gitlabProblems(texts['gitlab'] ?? ''), []);
      assert.equal(readXml(texts['junit'] ?? ''), checks);
      assert.equal(
        parse(texts['csv'] ?? '', { columns: true, record_delimiter: '\r\n' }).length,
        report.findings.length,
      );
      assert.equal(JSON.parse(texts['codequality'] ?? '').length, report.findings.length);
      for (const line of (texts['github'] ?? '').trimEnd().split('\n'))
        assert.match(line, /^::(?:error|warning|notice) /u);
      // Four failed checks, and one section.
      assert.equal(texts['markdown']?.match(/^<details>/gmu)?.length, 5);
    }),
    { numRuns: 50 },
  );
});
