import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '../../testing/endings.ts';
import { sampleReport } from '../../testing/sample-report.ts';
import { renderDefectdojo } from './defectdojo.ts';
import { completed } from '../ending.ts';

/** The members of ours that DefectDojo's parser accepts (dojo/tools/generic/json_parser.py); it refuses all others. */
const allowed = new Set(
  `title severity description date cwe cvssv4 cvssv4_score impact mitigation references unique_id_from_tool vuln_id_from_tool
  active verified risk_accepted severity_justification planned_remediation_date static_finding dynamic_finding endpoints tags`.split(
    /\s+/u,
  ),
);

for (const [name, endings] of runs)
  test(`${name}: findings have the required members of DefectDojo, and no unknown ones`, () => {
    const { findings } = JSON.parse(renderDefectdojo(endings));
    assert.equal(
      findings.length,
      endings.reduce((sum, one) => sum + (one.ok ? one.report.findings.length : 0), 0),
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
