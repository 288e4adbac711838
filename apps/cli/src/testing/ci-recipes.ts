import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import path from 'node:path';
import { evidencePath } from '@perimeter/engine/runner/golden';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { packed, repository, searchPath } from './packed.ts';

/** The package that the scripts unpack. */
export const unpacked = packed();
const { folder, tarball, sha256 } = unpacked;
/** A text of the checkout. */
export const textOf = (name: string): string => readFileSync(path.join(repository, name), 'utf8');
const page = textOf('docs/ci.md');

/** A recipe of the page. */
export function recipe(name: string): string {
  const found = new RegExp(`<!-- recipe: ${name} -->\n\`\`\`\\w+\n([^]*?)\`\`\``, 'u').exec(page);
  assert.ok(found?.[1] !== undefined, name);
  return found[1];
}

/** Runs a script in a new folder, with a package that curl can load without a network. */
export function runScript(shell: readonly string[], script: string, env: Record<string, string> = {}) {
  const workspace = mkdtempSync(path.join(folder, 'job-'));
  const [command = '', ...flags] = shell;
  const { status, stdout, stderr } = spawnSync(command, [...flags, '-c', script], {
    cwd: workspace,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: searchPath, PERIMETER_PACKAGE: `file://${tarball}`, PERIMETER_SHA256: sha256, ...env },
  });
  const read = (file: string): string => readFileSync(path.join(workspace, file), 'utf8');
  return { status, output: stdout + stderr, read, workspace };
}

/** Replaces the audit of a recipe by the evaluation of stored evidence. */
export function offline(script: string, domain: string): string {
  assert.equal(script.split(' audit your-domain.org ').length, 2);
  return script.replace('audit your-domain.org', `audit --from '${evidencePath(domain)}'`);
}

const azure = z.object({ steps: z.array(z.looseObject({ bash: z.string().optional() })) });
const bitbucket = z.object({
  pipelines: z.object({
    custom: z.object({ perimeter: z.tuple([z.object({ step: z.object({ script: z.array(z.string()) }) })]) }),
  }),
});

/** The lines that each CI service runs, with its shell. */
export const recipes = {
  jenkins: {
    shell: ['sh', '-xe'],
    script: /sh '''\n([^]*?)'''/u.exec(recipe('jenkins'))?.[1] ?? '',
    junit: 'perimeter.xml',
  },
  azure: {
    shell: ['bash', '--noprofile', '--norc'],
    script: azure.parse(parse(recipe('azure'))).steps.find(({ bash }) => bash !== undefined)?.bash ?? '',
    junit: 'perimeter.xml',
  },
  bitbucket: {
    shell: ['bash', '-e'],
    script: bitbucket.parse(parse(recipe('bitbucket'))).pipelines.custom.perimeter[0].step.script.join('\n'),
    junit: 'test-results/perimeter.xml',
  },
};

const [head, body] = parseAllDocuments(textOf('templates/perimeter.yml')).map((one): unknown => one.toJS());
/** The inputs of the component. */
export const componentInputs = z
  .object({ spec: z.object({ inputs: z.record(z.string(), z.looseObject({ default: z.string().optional() })) }) })
  .parse(head).spec.inputs;
const job = z.strictObject({
  stage: z.string(),
  image: z.string(),
  variables: z.record(z.string(), z.union([z.string(), z.object({ value: z.string(), expand: z.literal(false) })])),
  before_script: z.array(z.string()),
  script: z.array(z.string()),
  artifacts: z.object({
    when: z.literal('always'),
    paths: z.array(z.string()),
    reports: z.record(z.string(), z.string()),
  }),
  allow_failure: z.object({ exit_codes: z.array(z.int()) }),
});

/** The component's job with inputs inserted as GitLab does: after parsing the YAML. */
export function component(given: Record<string, string>) {
  const [name = '', value] = Object.entries(z.record(z.string(), job).parse(body))[0] ?? [];
  assert.ok(value !== undefined);
  assert.equal(name, '$[[ inputs.job-name ]]');
  const put = (text: string): string =>
    text.replaceAll(
      /\$\[\[ inputs\.([\w-]+) \]\]/gu,
      (_, input: string) => given[input] ?? componentInputs[input]?.default ?? '',
    );
  const env = Object.fromEntries(
    Object.entries(value.variables).map(([key, one]) => [key, put(typeof one === 'string' ? one : one.value)]),
  );
  return { ...value, lines: [...value.before_script, ...value.script], env };
}

/** Runs the component, on stored evidence if it is named. */
export const runComponent = (given: Record<string, string>, evidence?: string) => {
  const { lines, env } = component({ package: `file://${tarball}`, sha256, ...given });
  const script = lines.join('\n');
  const audited = evidence === undefined ? script : script.replace(' audit ', ` audit --from '${evidence}' `);
  return runScript(['bash', '-eo', 'pipefail'], audited, env);
};

/** A package whose command writes down what it is called with, and ends with code 1. */
export function keepingPackage(): { package: string; sha256: string } {
  const place = path.join(folder, 'keeping');
  mkdirSync(path.join(place, 'package/bin'), { recursive: true });
  writeFileSync(
    path.join(place, 'package/bin/perimeter.js'),
    "require('node:fs').writeFileSync('called.json', JSON.stringify({ argv: process.argv.slice(2), env: process.env }));process.exitCode = 1;",
  );
  const file = path.join(folder, 'keeping.tgz');
  assert.equal(spawnSync('tar', ['-czf', file, '-C', place, 'package']).status, 0);
  return { package: `file://${file}`, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}
