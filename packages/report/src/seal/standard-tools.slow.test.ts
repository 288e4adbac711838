import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sha256Hex } from '../canonical/digest.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { hash, sealed } from '../testing/sealed-sample.ts';

test('pdfsig reports a valid signature over the whole document', { skip: toolMissing('pdfsig') }, () => {
  withPdf(sealed, (run) => {
    const { output } = run('pdfsig', '-nocert', 'report.pdf');
    assert.match(output, /Signature Validation: Signature is Valid/);
    assert.match(output, /Total document signed/);
    assert.match(output, /ETSI\.CAdES\.detached/);
  });
});

test('pdfdetach extracts the report, whose SHA-256 is on the pages', { skip: toolMissing('pdfdetach') }, () => {
  withPdf(sealed, (run, folder) => {
    run('pdfdetach', '-save', '1', '-o', 'report.json', 'report.pdf');
    assert.equal(sha256Hex(readFileSync(path.join(folder, 'report.json'))), hash);
  });
});

test('qpdf reports no error in the file', { skip: toolMissing('qpdf') }, () => {
  withPdf(sealed, (run) => {
    const { status, output } = run('qpdf', '--check', 'report.pdf');
    assert.equal(status, 0, output);
  });
});
