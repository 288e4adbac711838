import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { purposeIds } from '@perimeter/protocols/x509/object-identifiers.data';
import type { SuiteCase } from '@perimeter/protocols/certification-path/testing/suite-chain';
import { constraintCases } from '@perimeter/protocols/certification-path/testing/suite-constraints.data';
import { rfc5280Cases } from '@perimeter/protocols/certification-path/testing/suite-rfc5280.data';
import { webpkiCases } from '@perimeter/protocols/certification-path/testing/suite-webpki.data';
import { runCommandLine } from '../../testing/command-line.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'suites-'));
after(() => rmSync(directory, { recursive: true, force: true }));

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

test('the command gives the verdict that the public suites expect, except for documented differences', async () => {
  for (const one of [...rfc5280Cases, ...constraintCases, ...webpkiCases]) {
    const { code, stdout } = await runCommandLine(lineOf(one));
    const { trusted, problems } = JSON.parse(stdout);
    const expected = one.deviates === undefined ? one.holds : !one.holds;
    assert.equal(trusted, expected, `${one.id}: ${JSON.stringify(problems)}`);
    assert.equal(code, expected ? 0 : 1, one.id);
  }
});
