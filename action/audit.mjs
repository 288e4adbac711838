// Audits, and leaves report, SARIF and job summary. How the audit ended is an output: what is published comes first.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { output, step, variable } from './runner.mjs';

/** Options that take the value of an input; it stands behind "=", so it never becomes an option itself. */
const options = {
  targets: 'INPUT_TARGETS',
  from: 'INPUT_EVIDENCE',
  mode: 'INPUT_MODE',
  config: 'INPUT_CONFIG',
  'fail-on': 'INPUT_FAIL_ON',
  'min-grade': 'INPUT_MIN_GRADE',
  baseline: 'INPUT_BASELINE',
  'fail-on-new': 'INPUT_FAIL_ON_NEW',
  'max-drop': 'INPUT_MAX_DROP',
};
/** Best first. */
const grades = ['A+', 'A', 'B', 'C', 'D', 'F'];

/** The command line without a shell between; without `kept`, its output goes to the log of the step. */
function perimeter(args, kept = false) {
  const { status, signal, error, stdout } = spawnSync(process.execPath, [variable('PERIMETER_PROGRAM'), ...args], {
    stdio: ['ignore', kept ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status === null) throw new Error(`The audit was ended by ${signal}`);
  return { status, stdout };
}

const readReports = (file) => (existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))].flat() : []);

/** Findings of completed audits that the baseline does not have. */
function countNew(report, baseline) {
  const { status, stdout } = perimeter(['baseline', 'check', `--baseline=${baseline}`, '--', report], true);
  return status > 1 ? '' : stdout.split('\n').filter((line) => line.startsWith('new ')).length;
}

await step(() => {
  const folder = mkdtempSync(path.join(variable('RUNNER_TEMP'), 'perimeter-audit-'));
  const [report, sarif, summary] = ['report.json', 'perimeter.sarif', 'summary.md'].map((n) => path.join(folder, n));
  const given = Object.entries(options).filter(([, name]) => variable(name) !== '');
  const domains = variable('INPUT_DOMAINS')
    .split(/[\s,]+/u)
    .filter((domain) => domain !== '');
  const { status } = perimeter([
    'audit',
    ...given.map(([option, name]) => `--${option}=${variable(name)}`),
    ...(variable('INPUT_ALLOW_INCOMPLETE') === 'true' ? ['--allow-incomplete'] : []),
    '--progress=plain',
    '--format=github',
    ...Object.entries({ json: report, sarif, markdown: summary }).map(([form, file]) => `--format=${form}=${file}`),
    '--',
    ...domains,
  ]);
  const reports = readReports(report).filter(({ score }) => score !== undefined);
  const hasBaseline = variable('INPUT_BASELINE') !== '' && reports.length > 0;
  const worst = Math.max(...reports.map(({ score }) => grades.indexOf(score.grade)));
  output({
    code: status,
    score: reports.length === 0 ? '' : Math.min(...reports.map(({ score }) => score.total)),
    grade: grades[worst] ?? '',
    new: hasBaseline ? countNew(report, variable('INPUT_BASELINE')) : '',
    accepted: reports.flatMap(({ findings }) => findings.filter(({ accepted }) => accepted !== undefined)).length,
    ...Object.fromEntries(Object.entries({ report, sarif, summary }).map(([k, f]) => [k, existsSync(f) ? f : ''])),
  });
  const told = existsSync(summary) ? readFileSync(summary, 'utf8') : `# Perimeter\n\nNo report: exit code ${status}.\n`;
  appendFileSync(variable('GITHUB_STEP_SUMMARY'), `${told}\n`);
});
