import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { report } from '@perimeter/contract/report';
import { labTest } from '@perimeter/lab/harness';
import { legacyNodePath } from '@perimeter/lab/machine/legacy-node';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { renderHtml } from '@perimeter/report/html/html';
import { browserMissing } from '@perimeter/report/testing/browser';
import { printed } from '@perimeter/report/testing/paper';
import { withPdf } from '@perimeter/report/testing/pdf-tools';

const main = path.join(import.meta.dirname, '../main.ts');
const mostPages = 15;
/** Maximum pages of the printed HTML report with its annex, for a site where hardly any check passes. */
const mostPrinted = 35;

/** Tests how many pages the report of a lab site takes. Old Node.js versions are not on every machine. */
export function testBoardPages(domain: string): void {
  const body = async (): Promise<void> => {
    const { stdout } = spawnSync(process.execPath, [main, 'audit', domain, '--mode', 'deep', '-f', 'json'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const answer = report.safeParse(JSON.parse(stdout));
    const audited = answer.data ?? assert.fail(stdout.slice(0, 500));
    const { pdf, problem } = createTypesetter().typeset(audited, {
      paper: 'a4',
      verifyUrl: 'https://audit.example.org/verify',
      previous: null,
      certificateSha256: null,
    });
    assert.equal(problem, null);
    if (browserMissing === false) {
      const [{ pages } = assert.fail()] = await printed([renderHtml(audited)]);
      assert.ok(pages <= mostPrinted, `the HTML report takes ${pages} pages of paper`);
    }
    withPdf(pdf, (run) => {
      const pages = run('pdftotext', '-layout', 'report.pdf', '-').output.split('\f');
      const board = pages.findIndex((page, index) => index > 1 && page.includes('Annex A: issues in detail'));
      // The annex may begin on the board part's last page.
      const shared = String(pages[board]?.split('Annex A: issues in detail')[0]);
      assert.ok(board > 4 && board < mostPages, `${board} pages, and perhaps part of one more`);
      // Every issue is in the board part, not only in the annex.
      const text = [...pages.slice(0, board), shared].join('\n');
      const last = `P-${String(new Set(audited.findings.map(({ checkId }) => checkId)).size).padStart(3, '0')}`;
      assert.ok(text.includes(last), `${last} is missing`);
      assert.doesNotMatch(text, /(?:\b[0-9a-f]{2} ){8}/u);
    });
  };
  const isThere = domain !== 'old101.lab' || existsSync(legacyNodePath('0.10.24'));
  const tools = isThere ? ['pdftotext'] : ['pdftotext', 'Node 0.10.24'];
  labTest(
    `the board part of ${domain} in deep mode has at most ${mostPages} pages, its HTML ${mostPrinted} on paper`,
    body,
    tools,
  );
}
