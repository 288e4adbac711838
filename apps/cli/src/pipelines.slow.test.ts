import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { formNames, reportForms } from '@perimeter/report/forms/forms';
import { gitlabProblems, junitProblems, sarifProblems, xmllintMissing } from '@perimeter/report/testing/schemas';
import { parse } from 'yaml';
import { z } from 'zod';
import { exitCodes } from './exit-codes.ts';
import { action } from './testing/action-runner.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const pages = ['docs/forms.md', 'README.md']
  .map((name) => readFileSync(path.join(repository, name), 'utf8'))
  .join('\n');

/** An example of the pages, parsed as YAML 1.2. */
function example(name: string): unknown {
  const found = new RegExp(`<!-- example: ${name} -->\n\`\`\`yaml\n([^]*?)\n\`\`\``, 'u').exec(pages);
  assert.ok(found?.[1] !== undefined, name);
  return parse(found[1]);
}

const step = z.looseObject({
  name: z.string().optional(),
  id: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const workflow = z.looseObject({ jobs: z.object({ audit: z.looseObject({ steps: z.array(step) }) }) });
const pipeline = z.object({
  perimeter: z.looseObject({
    script: z.array(z.string()),
    artifacts: z.object({
      when: z.literal('always'),
      paths: z.array(z.string()),
      reports: z.record(z.string(), z.string()),
    }),
    allow_failure: z.object({ exit_codes: z.array(z.int()) }),
  }),
});

const root = mkdtempSync(path.join(tmpdir(), 'perimeter-pipelines-'));
after(() => rmSync(root, { recursive: true }));

/** A pipeline's folder, with a perimeter without network in the path; returns how its script ends. */
function runScript(
  name: string,
  options: { script: string; shell: readonly string[]; env: Record<string, string>; domains: string },
) {
  const folder = path.join(root, name);
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const offline = path.join(import.meta.dirname, 'testing/perimeter-offline.ts');
  writeFileSync(path.join(bin, 'perimeter'), `#!/bin/sh\nexec "${process.execPath}" "${offline}" "$@"\n`);
  chmodSync(path.join(bin, 'perimeter'), 0o755);
  writeFileSync(path.join(folder, 'domains.txt'), options.domains);
  writeFileSync(path.join(folder, 'script'), options.script);
  const [shell = 'bash', ...flags] = options.shell;
  const env = Object.fromEntries(
    Object.entries(options.env).map(([key, value]) => [key, value.replaceAll('{folder}', folder)]),
  );
  const { status, stdout, stderr } = spawnSync(shell, [...flags, path.join(folder, 'script')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, PATH: `${bin}:${process.env['PATH']}` },
  });
  return { status, stdout, stderr, folder, read: (file: string) => readFileSync(path.join(folder, file), 'utf8') };
}

const steps = workflow.parse(example('github')).jobs.audit.steps;

const runGithub = (name: string, domains: string) =>
  runScript(name, {
    script: steps.find(({ id }) => id === 'audit')?.run ?? '',
    // GitHub's default shell of a step.
    shell: ['bash', '-e'],
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: '{folder}',
      GITHUB_OUTPUT: '{folder}/output',
      GITHUB_STEP_SUMMARY: '{folder}/summary.md',
    },
    domains,
  });

test('the example for GitHub fails with the gate, annotates the file of domains and stores a log and a summary', () => {
  const { status, stdout, read } = runGithub('github', '# ours\nour.org\nour.net\n');
  assert.equal(status, 1);
  const [stop = '', resume, ...annotations] = stdout.trimEnd().split('\n');
  assert.equal(resume, `::${stop.slice('::stop-commands::'.length)}::`);
  assert.match(annotations[0] ?? '', /^::error file=domains\.txt,line=2,title=our\.org%3A TLS 1\.0/u);
  for (const line of annotations) assert.match(line, /^::(?:error|warning|notice) file=domains\.txt,/u);
  assert.equal(read('output'), 'code=1\n');
  assert.match(read('summary.md'), /^# our\.org: C[^]*\n# our\.net: C/u);
  assert.deepEqual(sarifProblems(read('perimeter.sarif')), []);
  const { runs } = JSON.parse(read('perimeter.sarif'));
  assert.equal(runs[1].results[0].locations[0].physicalLocation.region.startLine, 3);
});

test('the example for GitHub uploads nothing after a failed audit', () => {
  const { status, read } = runGithub('github-failed', 'our.org\nfail.org\n');
  assert.equal(status, 3);
  assert.equal(read('output'), 'code=3\n');
  const upload = steps.find(({ uses }) => uses?.includes('upload-sarif') === true);
  assert.equal(upload?.with?.['sarif_file'], 'perimeter.sarif');
  assert.doesNotMatch(upload.if ?? '', /'3'/u);
});

test("the example's actions are pinned to commits, and no external text is inserted into a script", () => {
  for (const { uses, run } of steps) {
    if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/u);
    assert.doesNotMatch(run ?? '', /\$\{\{/u);
  }
});

const runGitlab = (name: string, domains: string) =>
  runScript(name, {
    script: pipeline.parse(example('gitlab')).perimeter.script.join('\n'),
    shell: ['bash', '-eo', 'pipefail'],
    env: { CI: 'true', GITLAB_CI: 'true', CI_PROJECT_DIR: '{folder}' },
    domains,
  });

test('the example for GitLab fails with the gate and writes the promised reports', { skip: xmllintMissing }, () => {
  const { status, stdout, folder, read } = runGitlab('gitlab', 'our.org\nour.net\n');
  assert.equal(status, 1);
  assert.match(stdout, /our\.org[^]*our\.net/u);
  const { artifacts } = pipeline.parse(example('gitlab')).perimeter;
  assert.deepEqual(gitlabProblems(read(artifacts.reports['dast'] ?? '')), []);
  assert.deepEqual(junitProblems(read(artifacts.reports['junit'] ?? '')), []);
  const issues = JSON.parse(read(artifacts.reports['codequality'] ?? ''));
  assert.deepEqual(issues[0].location, { path: 'domains.txt', lines: { begin: 1 } });
  assert.deepEqual(
    readdirSync(folder)
      .filter((file) => file.endsWith('.html'))
      .toSorted(),
    ['report-our.net.html', 'report-our.org.html'],
  );
});

test('the five lines of the README use the action by commit, with existing inputs', () => {
  const job = z.object({ audit: z.looseObject({ steps: z.tuple([step]) }) });
  const [{ uses, with: inputs = {} }] = job.parse(example('ci')).audit.steps;
  assert.match(uses ?? '', /\/action@<commit>$/u);
  for (const name of Object.keys(inputs)) assert.ok(name in action.inputs, name);
});

// The script ends as its last command does, which the run above shows.
test('in the example for GitLab a failed audit is a warning', () => {
  const { allow_failure: allowed, script } = pipeline.parse(example('gitlab')).perimeter;
  assert.ok(allowed.exit_codes.includes(exitCodes.noReport.code));
  assert.match(script.at(-1) ?? '', /^perimeter audit [^|;&]*$/u);
});

test('the page has a row for each form, with its media type', () => {
  for (const name of formNames) {
    const { mediaType, about } = reportForms[name];
    assert.ok(pages.includes(`| \`${name}\` | \`${mediaType}\` | ${about} |`), name);
  }
});
