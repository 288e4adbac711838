import { Ajv } from 'ajv';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'schemas');
const read = (name: string): object => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

const draft04 = new AjvDraft04.default({ strict: false, allErrors: true });
addFormats.default(draft04);
const draft07 = new Ajv({ strict: false, allErrors: true });
addFormats.default(draft07);

// Their values are limited by the form itself.
for (const format of ['iri-reference', 'idn-email']) draft07.addFormat(format, true);
for (const name of ['cryptography-defs', 'jsf-0.82', 'spdx']) {
  draft07.addSchema(read(`cyclonedx-${name}.json`));
}

/** The schema's errors for JSON, one line each; empty if valid. */
type Check = (json: string) => string[];

const problemsOf =
  (validate: ReturnType<Ajv['compile']>): Check =>
  (json) =>
    validate(JSON.parse(json)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

/** OASIS's schema of SARIF 2.1.0, errata 01. */
export const sarifProblems: Check = problemsOf(draft04.compile(read('sarif-schema-2.1.0.json')));

/** GitLab's schema of DAST reports, 15.2.1. */
export const gitlabProblems: Check = problemsOf(draft07.compile(read('gitlab-dast-15.2.1.json')));

/** OWASP's schema of CycloneDX 1.7. */
export const cyclonedxProblems: Check = problemsOf(draft07.compile(read('cyclonedx-1.7.json')));

/** False if xmllint is installed, else the reason for skipping. */
export const xmllintMissing: string | false =
  spawnSync('xmllint', ['--version']).status === 0 ? false : 'xmllint is not on this machine (Debian: libxml2-utils)';

/** The errors of Jenkins's schema for JUnit XML. */
export function junitProblems(xml: string): string[] {
  const schema = path.join(folder, 'jenkins-junit.xsd');
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], {
    input: xml,
    encoding: 'utf8',
  });
  return status === 0 ? [] : stderr.trim().split('\n');
}

/** False if GitHub's Markdown renderer is installed, else the reason for skipping. */
export const cmarkMissing: string | false =
  spawnSync('cmark-gfm', ['--version']).status === 0 ? false : 'cmark-gfm is not on this machine (Debian: cmark-gfm)';

/** Markdown as GitHub renders it, before sanitizing. */
export const githubHtml = (markdown: string): string =>
  spawnSync(
    'cmark-gfm',
    ['--unsafe', '-e', 'table', '-e', 'autolink', '-e', 'strikethrough', '-e', 'tasklist', '-e', 'tagfilter'],
    {
      input: markdown,
      encoding: 'utf8',
      maxBuffer: 32 * 1024 * 1024,
    },
  ).stdout;
