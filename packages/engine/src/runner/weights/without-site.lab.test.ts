import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { judgeEvidence } from '../report.ts';
import { failOnBug } from '../testing/on-bug.ts';
import { labAudit } from '../testing/lab-audit.ts';

/** The report of a domain, which must equal a new judgement of its evidence. */
async function reportOf(domain: string, variables: Readonly<Record<string, string>> = {}) {
  const result = await labAudit(domain, { variables });
  const frame = { id: 'aud_lab', completedAtMs: result.report.completedAt };
  assert.deepEqual(judgeEvidence(result.evidence, frame, failOnBug), { ok: true, report: result.report });
  return result.report;
}

type Report = Awaited<ReturnType<typeof reportOf>>;

/** The outcomes of all checks of some categories. */
const outcomesIn = ({ modules }: Report, ...categories: string[]): Set<string> =>
  new Set(
    modules.flatMap(({ category, checks }) =>
      categories.includes(category) ? checks.map(({ outcome }) => outcome) : [],
    ),
  );

const failed = ({ findings }: Report): string[] => [...new Set(findings.map(({ checkId }) => checkId))].toSorted();

sideBySide('domains without a web site', () => {
  /** The grade is final only where DNS has no address for a website: a refusal may be an outage. */
  for (const [domain, findings, gradeStatus] of [
    ['parked-bare.lab', ['dnssec-unsigned'], 'final'],
    ['mail-only.lab', ['dnssec-unsigned', 'mtasts-missing'], 'final'],
    ['parked-locked.lab', ['dnssec-unsigned'], 'provisional'],
    ['parked-untouched.lab', ['dmarc-missing', 'dnssec-unsigned', 'spf-mailless-open'], 'provisional'],
  ] as const) {
    labTest(`${domain} has no web site: TLS and HTTP security do not apply, and the rest is judged`, async () => {
      const report = await reportOf(domain);
      const { notApplicable = [], notAssessed = [] } = report.score;
      assert.deepEqual(
        notApplicable.filter((key) => key !== 'network'),
        ['tls', 'http_security'],
      );
      assert.deepEqual(
        notAssessed.filter((key) => key !== 'network'),
        [],
      );
      assert.deepEqual([...outcomesIn(report, 'tls', 'http_security')], ['not-applicable']);
      assert.deepEqual(failed(report), findings);
      // Besides DNS and mail, only names below the domain are judged, and these have no fault.
      assert.ok(report.score.total >= report.score.categories.dns_email && report.score.total < 100);
      assert.equal(report.score.gradeStatus, gradeStatus);
      assert.equal(report.coverage.refusingAddresses === undefined, gradeStatus === 'final');
    });
  }

  labTest('a web site that is silent leaves TLS and HTTP inconclusive, and the mail is judged', async () => {
    const server = createServer(
      (socket) =>
        void socket
          .unref()
          .on('error', () => {})
          .resume(),
    );
    server.unref();
    const port = await takeFreePort(server);
    const there = `127.0.0.1:${port}`;
    const silent = { '203.0.113.12:443': there, '203.0.113.12:80': there };
    const report = await reportOf('parked-locked.lab', { PERIMETER_DIAL_MAP: JSON.stringify(silent) });
    assert.deepEqual(
      report.score.notAssessed?.filter((key) => key !== 'network'),
      ['tls', 'http_security'],
    );
    assert.equal(report.score.gradeStatus, 'provisional');
    assert.ok(report.score.total <= 64, String(report.score.total));
    assert.ok(!outcomesIn(report, 'tls', 'http_security').has('pass'));
  });
});
