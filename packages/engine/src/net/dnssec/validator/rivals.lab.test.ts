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

/** What unbound, the lab's resolver, answers with checking on. */
const unboundAnswer = async (name: string, type: string): Promise<string> =>
  outputOf('dig', ['+dnssec', '+adflag', `@${resolverAddress}`, name, type]);

function unboundVerdict(printed: string): Verdict {
  if (printed.includes('status: SERVFAIL')) return 'bogus';
  return /flags:[^;]* ad[ ;]/.test(printed) ? 'secure' : 'insecure';
}

/** Extended errors (RFC 8914 section 4) that fit a reason of ours, beside 6, which says no more than bogus. */
const extendedErrors: Readonly<Record<string, readonly number[]>> = {
  'ds-mismatch': [9],
  'key-missing': [9, 10],
  'rrsig-missing': [10],
  'rrsig-expired': [7],
  'rrsig-not-yet': [8],
  'rrsig-invalid': [],
  'denial-missing': [12],
  'denial-wrong': [12],
};

/** True where the reason that unbound gives, if any, is of the same class. */
function fitsReason(printed: string, reason: string): boolean {
  const codes = [...printed.matchAll(/; EDE: (\d+)/gu)].map(([, code]) => Number(code));
  return codes.every((code) => code === 6 || extendedErrors[reason]?.includes(code) === true);
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
  const listed = zone.differs === undefined ? '' : ', but for what is listed';
  labTest(`${name} ${type} is ${zone.verdict}, as unbound and delv find it${listed}`, async () => {
    const { validator } = labContext(zone.origin, { signal: AbortSignal.timeout(30_000) });
    const { security, reason, proof } = await validator.validate(name, type);
    assert.equal(`${security} ${reason}`, zone.verdict, JSON.stringify(proof, null, 1));
    const [printed, delv] = await Promise.all([unboundAnswer(name, type), delvVerdict(name, type)]);
    const expected = { unbound: zone.differs?.unbound ?? security, delv: zone.differs?.delv ?? security };
    assert.deepEqual({ unbound: unboundVerdict(printed), delv }, expected);
    if (security === 'bogus') assert.ok(fitsReason(printed, reason), printed);
  });
}
