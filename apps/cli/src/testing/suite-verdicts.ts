import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { purposeIds } from '@perimeter/protocols/x509/object-identifiers.data';
import type { SuiteCase } from '@perimeter/protocols/certification-path/testing/suite-chain';
import { runCommandLine } from './command-line.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'suites-'));
// At exit: files that share a process share this module.
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

function write(name: string, certificates: readonly Uint8Array[]): string {
  const file = path.join(directory, name);
  const blocks = certificates.map(
    (der) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
  );
  writeFileSync(file, blocks.join(''));
  return file;
}

/** The command line for a case of a suite in files. */
function lineOf({ chain: { leaf, intermediates, roots, host, at, policy } }: SuiteCase): string[] {
  const { maxIntermediates, purpose } = policy ?? {};
  return [
    'certificates',
    write('leaf.pem', [leaf]),
    '--roots',
    write('roots.pem', roots),
    '--at',
    at,
    '--json',
    ...(intermediates.length === 0 ? [] : ['--intermediates', write('issuers.pem', intermediates)]),
    ...(host === null ? ['--purpose', purpose === purposeIds.clientAuth ? 'client' : 'any'] : ['--host', host]),
    ...(maxIntermediates === undefined ? [] : ['--max-depth', String(maxIntermediates)]),
  ];
}

/** The command gives the verdict that a suite expects of a case, or the other one where the difference is documented. */
export async function assertSuiteVerdict(one: SuiteCase): Promise<void> {
  const { code, stdout } = await runCommandLine(lineOf(one));
  const { trusted, problems } = JSON.parse(stdout);
  const expected = one.deviates === undefined ? one.holds : !one.holds;
  assert.equal(trusted, expected, `${one.id}: ${JSON.stringify(problems)}`);
  assert.equal(code, expected ? 0 : 1, one.id);
}
