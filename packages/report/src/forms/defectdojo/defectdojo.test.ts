import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '../../testing/endings.ts';
import { sampleReport } from '../../testing/sample-report.ts';
import { renderDefectdojo } from './defectdojo.ts';
import { completed } from '../ending.ts';

/** The members of ours that DefectDojo's parser accepts (dojo/tools/generic/json_parser.py); it refuses all others. */
const allowed = new Set(
  `title severity description date cwe cvssv4 cvssv4_score impact mitigation references unique_id_from_tool vuln_id_from_tool
  active verified risk_accepted severity_justification planned_remediation_date static_finding dynamic_finding endpoints tags nb_occurences steps_to_reproduce vulnerability_ids`.split(
    /\s+/u,
  ),
);

for (const [name, endings] of runs)
  test(`${name}: findings have the required members of DefectDojo, and no unknown ones`, () => {
    const { findings } = JSON.parse(renderDefectdojo(endings));
    assert.equal(
      findings.length,
      endings.reduce(
        (sum, one) => sum + (one.ok ? new Set(one.report.findings.map(({ fingerprint }) => fingerprint)).size : 0),
        0,
      ),
    );
    for (const finding of findings) {
      for (const key of Object.keys(finding)) assert.ok(allowed.has(key), key);
      for (const key of ['title', 'severity', 'description']) assert.notEqual(finding[key] ?? '', '');
      assert.match(finding.severity, /^(?:Critical|High|Medium|Low)$/u);
      assert.match(finding.date, /^\d{4}-\d{2}-\d{2}$/u);
      assert.ok(finding.title.length <= 511, 'the column has 511 characters');
    }
  });

test('an accepted risk is inactive until its end date', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const { fingerprint, checkId } = finding;
  const risk = { fingerprint, checkId: null, reason: 'old clients', expires: '2027-01-31' };
  const accepted = { waived: new Map([[fingerprint, risk]]), score: null };
  const { findings } = JSON.parse(renderDefectdojo([{ ...completed(sampleReport), accepted }]));
  const found = findings.find((one: Record<string, unknown>) => one['unique_id_from_tool'] === fingerprint);
  assert.deepEqual(
    [
      found.vuln_id_from_tool,
      found.active,
      found.risk_accepted,
      found.planned_remediation_date,
      found.severity_justification,
    ],
    [checkId, false, true, '2027-01-31', 'old clients'],
  );
  assert.equal(found.cvssv4, finding.cvssVector);
});

test('duplicates are found: evidence is no part of the description, and known vulnerabilities and places are named', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const of = (changed: Partial<typeof finding>) =>
    JSON.parse(renderDefectdojo([completed({ ...sampleReport, findings: [{ ...finding, ...changed }] })])).findings[0];
  const now = of({ evidence: 'audit: 2026-11-28T16:26:13Z' });
  assert.equal(now.description, of({ evidence: 'audit: 2026-11-29T16:26:13Z' }).description);
  assert.equal(now.steps_to_reproduce, 'audit: 2026-11-28T16:26:13Z');
  assert.equal(now.vulnerability_ids, undefined);
  const known = of({ title: 'Logjam, CVE-2015-4000', description: 'CVE-2015-4000, and CVE-2016-0800.' });
  assert.deepEqual(known.vulnerability_ids, ['CVE-2015-4000', 'CVE-2016-0800']);
  const place = (host: string, port: number | null) => of({ affectedUrl: 'dns:bad.lab', host, port }).endpoints;
  assert.deepEqual(
    [place('2001:db8::1', 53), place('2001:db8::1', null), place('ns.bad.lab', 53)],
    [['[2001:db8::1]:53'], ['[2001:db8::1]'], ['ns.bad.lab:53']],
  );
});

test('a finding at several addresses is one, with what each of them showed', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const findings = [
    { ...finding, cvss: 2.1, severity: 'low' as const, address: '192.0.2.1', evidence: 'at 192.0.2.1' },
    { ...finding, cvss: 8.2, severity: 'high' as const, address: '2001:db8::1', evidence: 'at 2001:db8::1' },
  ];
  const sent = JSON.parse(renderDefectdojo([completed({ ...sampleReport, findings })])).findings;
  assert.equal(sent.length, 1);
  const [{ severity, nb_occurences: occurrences, steps_to_reproduce: steps, endpoints }] = sent;
  assert.deepEqual([severity, occurrences, steps], ['High', 2, 'at 2001:db8::1\n\nat 192.0.2.1']);
  assert.equal(endpoints.length, 1);
});
