import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { gateVerdict } from '../apps/cli/src/gate.ts';
import { gateFilter, pipelines } from '../apps/dashboard/src/features/keys/recipes.ts';
import type { Finding } from '@perimeter/contract/finding';
import { issues, sampleReport } from '@perimeter/report/testing/sample-report';

const hasJq = spawnSync('jq', ['--version']).error === undefined;

// The limits of `perimeter audit` without options.
const defaults = { gate: { failOn: 'high', minGrade: 'D', minScore: null }, allowIncomplete: false } as const;

const of = (severity: Finding['severity'], confidence: Finding['confidence']): Finding[] =>
  issues([severity]).map((finding) => ({ ...finding, confidence }));

const cases = [
  ['no findings', [], true],
  ['a confirmed high finding', of('high', 'confirmed'), false],
  ['a firm critical finding', of('critical', 'firm'), false],
  ['a potential high finding', of('high', 'potential'), true],
  [
    'a medium finding beside a potential critical one',
    [...of('medium', 'confirmed'), ...of('critical', 'potential')],
    true,
  ],
] as const;

test(
  "the recipe for pipelines fails under the same limits as the command line's gate",
  { skip: hasJq ? false : 'jq is not on this machine' },
  () => {
    const score = { ...sampleReport.score, grade: 'C', gradeStatus: 'final' } as const;
    const reports = [
      ...cases.map(([name, findings, passes]) => ({
        name,
        passes,
        report: { ...sampleReport, score, findings: [...findings] },
      })),
      {
        name: 'grade F',
        passes: false,
        report: { ...sampleReport, score: { ...score, grade: 'F' as const }, findings: [] },
      },
      {
        name: 'a provisional grade',
        passes: false,
        report: { ...sampleReport, score: { ...score, gradeStatus: 'provisional' as const }, findings: [] },
      },
    ];
    for (const { name, passes, report } of reports) {
      assert.equal(gateVerdict(defaults, report).outcome === 'ok', passes, `${name}: command line`);
      const { status } = spawnSync('jq', ['-e', gateFilter], { input: JSON.stringify(report) });
      assert.equal(status, passes ? 0 : 1, `${name}: recipe`);
    }
    for (const { name, lines } of pipelines('https://perimeter.example'))
      assert.ok(
        lines.some((line) => line.includes(`jq -e '${gateFilter}'`)),
        name,
      );
  },
);
