import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { z } from 'zod';
import { repository, searchPath } from './packed.ts';

const step = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  shell: z.literal('bash'),
  env: z.record(z.string(), z.string()),
  run: z.string(),
});

/** The parts of the action that a runner reads. */
export const action = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    inputs: z.record(
      z.string(),
      z.strictObject({ description: z.string(), default: z.string().optional(), required: z.boolean().optional() }),
    ),
    outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
    runs: z.strictObject({ using: z.literal('composite'), steps: z.array(step) }),
  })
  .parse(parse(readFileSync(path.join(repository, 'action/action.yml'), 'utf8')));

/** The result of a run of the action. */
export interface ActionRun {
  code: number | null;
  log: string;
  outputs: Record<string, string>;
  summary: string;
  /** The steps' working directory. */
  workspace: string;
}

/** Replaces expressions; an unknown one is an error, as for the runner. */
function expanded(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(/\$\{\{ ([\w.-]+) \}\}/gu, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined && !name.startsWith('steps.')) throw new Error(`Unknown expression ${name}`);
    return value ?? '';
  });
}

/** Runs the steps as the runner does: one file per script, one for each step's outputs, and none after a failed one. */
export async function runAction(
  root: string,
  inputs: Readonly<Record<string, string>>,
  { env = {}, files = {} }: { env?: Record<string, string>; files?: Record<string, string> } = {},
): Promise<ActionRun> {
  const folder = mkdtempSync(path.join(root, 'run-'));
  const workspace = path.join(folder, 'workspace');
  const temporary = path.join(folder, 'temp');
  for (const one of [workspace, temporary]) mkdirSync(one);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(workspace, name), content);
  const defaults = Object.entries(action.inputs).map(([name, one]): [string, string] => [name, one.default ?? '']);
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs });
  const values = new Map<string, string>([
    ...given.map(([name, value]): [string, string] => [`inputs.${name}`, value]),
    ['github.token', 'ghs_token'],
    ['github.action_repository', env['ACTION_REPOSITORY'] ?? ''],
  ]);
  const summary = path.join(folder, 'summary.md');
  writeFileSync(summary, '');
  let log = '';
  let code: number | null = 0;
  for (const [index, { id = '', env: own, run }] of action.runs.steps.entries()) {
    const script = path.join(temporary, `${index}.sh`);
    const output = path.join(temporary, `output-${index}`);
    writeFileSync(script, run);
    writeFileSync(output, '');
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: workspace,
      env: {
        PATH: searchPath,
        HOME: folder,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: path.join(repository, 'action'),
        GITHUB_OUTPUT: output,
        GITHUB_ENV: path.join(temporary, 'env'),
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temporary,
        ...env,
        ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, expanded(value, values)])),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    log += stdout + stderr;
    for (const line of readFileSync(output, 'utf8').trimEnd().split('\n')) {
      const at = line.indexOf('=');
      values.set(`steps.${id}.outputs.${line.slice(0, at)}`, line.slice(at + 1));
    }
    code = child.exitCode;
    if (code !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, expanded(value, values)]);
  return { code, log, outputs: Object.fromEntries(outputs), summary: readFileSync(summary, 'utf8'), workspace };
}

/** Texts of an attacker: the first one would be run by a shell, ends quotes, and begins lines of the runner's files and commands. */
export const hostileTexts = [
  '$(touch x)`touch x`"; touch x; \'; touch x;\nscore=1\n::error::y ${{ github.token }}',
  'a b/-c\n::set-output name=score::1\r\n::add-mask::perimeter',
  '--help',
] as const;

/** Switches accept only "true", and the version is ignored if a package is given. */
export const ignoredInputs: readonly string[] = ['version', 'allow-incomplete', 'upload-sarif', 'comment'];
