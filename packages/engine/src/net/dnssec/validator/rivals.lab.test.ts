import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { promisify } from 'node:util';
import { dnssecZones, type DnssecZone } from '@perimeter/lab/dns/dnssec-zones.data';
import { labTest } from '@perimeter/lab/harness';
import { resolverAddress } from '@perimeter/lab/hosts/addresses';
import { labContext } from '../../../probes/testing/lab-context.ts';

// Every zone of the lab that is there for DNSSEC, judged by our validator and by two others.

const run = promisify(execFile);

type Verdict = 'secure' | 'insecure' | 'bogus';

/** What others print; what they print beside an exit code that is not 0 too. */
const outputOf = async (command: string, args: readonly string[]): Promise<string> => {
  const { stdout = '', stderr = '' } = await run(command, [...args]).catch(
    (error: { stdout?: string; stderr?: string }) => error,
  );
  return `${stdout}\n${stderr}`;
};

/** unbound, the lab's resolver, asked with checking on. */
async function unboundVerdict(name: string, type: string): Promise<Verdict> {
  const printed = await outputOf('dig', ['+dnssec', '+adflag', `@${resolverAddress}`, name, type]);
  if (printed.includes('status: SERVFAIL')) return 'bogus';
  return /flags:[^;]* ad[ ;]/.test(printed) ? 'secure' : 'insecure';
}

let folder = '';
let anchorFile = '';

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perimeter-anchor-'));
  const { settings } = labContext('good.lab', { signal: AbortSignal.timeout(1_000) });
  const anchors = (settings.trustAnchors ?? '').split('\n').flatMap((line) => {
    const [, tag, algorithm, digestType, digest] = /DS\s+(\d+) (\d+) (\d+) ([0-9a-f]+)/i.exec(line) ?? [];
    return tag === undefined ? [] : [`. static-ds ${tag} ${algorithm} ${digestType} "${digest}";`];
  });
  anchorFile = join(folder, 'anchors');
  writeFileSync(anchorFile, `trust-anchors {\n${anchors.join('\n')}\n};\n`);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** delv, which is BIND's validator. */
async function delvVerdict(name: string, type: string): Promise<Verdict> {
  const printed = await outputOf('delv', [`@${resolverAddress}`, '-a', anchorFile, '+root', name, type]);
  // Each link of an alias has a line of its own: one that is unsigned decides.
  if (printed.includes('unsigned answer')) return 'insecure';
  return printed.includes('fully validated') ? 'secure' : 'bogus';
}

const questionOf = ({ origin, question: [below, type] = ['@', 'TXT'] }: DnssecZone): [string, string] => [
  below === '@' ? origin : `${below}.${origin}`,
  type,
];

for (const zone of dnssecZones) {
  const [name, type] = questionOf(zone);
  labTest(`${name} ${type} is ${zone.verdict}, as unbound and delv find it`, async () => {
    const { validator } = labContext(zone.origin, { signal: AbortSignal.timeout(30_000) });
    const { security, reason, proof } = await validator.validate(name, type);
    assert.equal(`${security} ${reason}`, zone.verdict, JSON.stringify(proof, null, 1));
    const others = await Promise.all([unboundVerdict(name, type), delvVerdict(name, type)]);
    assert.deepEqual(others, [security, zone.delv?.verdict ?? security], 'unbound and delv');
  });
}
