import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { Report } from '@perimeter/contract/report';
import { labAudit } from '../testing/lab-audit.ts';

// Typical sites: exactly what an expert would report to their owners about HTTP.
interface Expected {
  fails: readonly string[];
  /** The category's points that an expert would give; the audit may differ by three. */
  points: number;
}

/** Headers that static hosting does not allow to set. */
const unsettable = ['csp-missing', 'hdr-clickjacking', 'hdr-nosniff', 'hsts-missing'];

const sites: Readonly<Record<string, Expected>> = {
  'typical-giant.lab': {
    fails: ['csp-report-only', 'hdr-nosniff', 'hsts-missing', 'http-no-redirect'],
    points: 50,
  },
  // Its style attributes are an observation.
  'typical-code.lab': { fails: [], points: 98 },
  'typical-wordpress.lab': {
    fails: [...unsettable, 'hdr-powered-by', 'page-generator'],
    points: 50,
  },
  'typical-static.lab': { fails: unsettable, points: 63 },
  'typical-static-plain.lab': { fails: unsettable, points: 74 },
  'typical-api.lab': { fails: ['hdr-nosniff', 'hsts-missing'], points: 94 },
};

const tolerance = 3;

const reports = new Map<string, Promise<Report>>();
/** The report of a site, which is audited once. */
const reportOf = (domain: string): Promise<Report> => {
  const report = reports.get(domain) ?? labAudit(domain).then((audited) => audited.report);
  reports.set(domain, report);
  return report;
};

const failsOf = ({ findings }: Report): string[] =>
  [
    ...new Set(findings.filter(({ category }) => category === 'http_security').map(({ checkId }) => checkId)),
  ].toSorted();

const severityOf = ({ findings }: Report, id: string): string | undefined =>
  findings.find(({ checkId }) => checkId === id)?.severity;

sideBySide('sites of the world', () => {
  for (const [domain, { fails, points }] of Object.entries(sites)) {
    labTest(
      `${domain} is told what an expert would tell its owners, at the price that an expert would set`,
      async () => {
        const report = await reportOf(domain);
        assert.deepEqual(failsOf(report), fails.toSorted());
        const http = report.score.categories.http_security;
        assert.ok(Math.abs(http - points) <= tolerance, `${http} points, expected ${points}`);
      },
    );
  }

  labTest('clients of an API do not heed HSTS: its lack is low there, and medium on a page', async () => {
    assert.equal(severityOf(await reportOf('typical-api.lab'), 'hsts-missing'), 'low');
    assert.equal(severityOf(await reportOf('typical-wordpress.lab'), 'hsts-missing'), 'medium');
  });

  labTest('the name on the list of browsers is reported as preloaded, with the list and its date', async () => {
    const { observations } = await reportOf('typical-code.lab');
    const status = observations.find(({ checkId }) => checkId === 'hsts-preload-status');
    assert.match(status?.description ?? '', /preloaded .* \(hsts-preload\.json of \d{4}-\d\d-\d\d\)/);
  });
});
