import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolverAddress } from '@perimeter/lab/hosts/addresses';

const run = promisify(execFile);

/** A validator's verdict on an answer; two of them do not distinguish unsigned answers. */
export type Verdict = 'secure' | 'insecure' | 'bogus';

/** A verdict, and our reasons that match the reported one, if any. */
export interface Found<V extends string> {
  readonly verdict: V;
  readonly fits: (reason: string) => boolean;
  readonly printed: string;
}

/** The output of another validator, also with a nonzero exit code. */
async function outputOf(command: string, args: readonly string[]): Promise<{ printed: string; ok: boolean }> {
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const ran = await run(command, [...args], options).then(
    (output) => ({ ...output, ok: true }),
    (error: { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? '',
      stderr: error.stderr ?? '',
      ok: false,
    }),
  );
  return { printed: `${ran.stdout}\n${ran.stderr}`, ok: ran.ok };
}

/** Extended errors (RFC 8914 section 4) that match our reasons, besides 6, which only means bogus. */
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

/** Unbound, the resolver of the lab, with validation. */
export async function askUnbound(name: string, type: string): Promise<Found<Verdict>> {
  const { printed } = await outputOf('dig', ['+dnssec', '+adflag', `@${resolverAddress}`, name, type]);
  const unsigned = /flags:[^;]* ad[ ;]/.test(printed) ? 'secure' : 'insecure';
  const codes = [...printed.matchAll(/; EDE: (\d+)/gu)].map(([, code]) => Number(code));
  return {
    verdict: printed.includes('status: SERVFAIL') ? 'bogus' : unsigned,
    fits: (reason) => codes.every((code) => code === 6 || extendedErrors[reason]?.includes(code) === true),
    printed,
  };
}

/** The trust anchors of the lab in the forms that delv and the others read. */
export function writeAnchors(folder: string, anchors: string): { delv: string; zoneFile: string } {
  const lines = anchors.split('\n').flatMap((line) => {
    const [, tag, algorithm, digestType, digest] = /DS\s+(\d+) (\d+) (\d+) ([0-9a-f]+)/i.exec(line) ?? [];
    return tag === undefined ? [] : [{ tag, algorithm, digestType, digest }];
  });
  const files = { delv: join(folder, 'delv-anchors'), zoneFile: join(folder, 'anchors') };
  const delv = lines.map((ds) => `. static-ds ${ds.tag} ${ds.algorithm} ${ds.digestType} "${ds.digest}";`);
  writeFileSync(files.delv, `trust-anchors {\n${delv.join('\n')}\n};\n`);
  const zone = lines.map((ds) => `. 3600 IN DS ${ds.tag} ${ds.algorithm} ${ds.digestType} ${ds.digest}\n`);
  writeFileSync(files.zoneFile, zone.join(''));
  return files;
}

/** Delv, which is BIND's validator. */
export async function askDelv(anchors: string, name: string, type: string): Promise<Verdict> {
  const { printed } = await outputOf('delv', [`@${resolverAddress}`, '-a', anchors, '+root', name, type]);
  // delv prints a line for each link of an alias: an unsigned one decides.
  if (printed.includes('unsigned answer')) return 'insecure';
  return printed.includes('fully validated') ? 'secure' : 'bogus';
}

/** Our reasons that match the first error of drill: without a chain it reports a missing key for all of them. */
const drillErrors: Readonly<Record<string, readonly string[]>> = {
  'No DNSSEC public key(s)': ['ds-mismatch', 'key-missing', 'rrsig-missing', 'denial-missing'],
  // drill compares times as signed numbers, so that 2040 is in the past.
  'DNSSEC signature has expired': ['rrsig-expired', 'rrsig-not-yet'],
  'DNSSEC signature not incepted yet': ['rrsig-not-yet'],
  'Bogus DNSSEC signature': ['rrsig-invalid', 'rrsig-missing'],
  'RR not covered by the given NSEC RRs': ['denial-wrong'],
  'Error in NSEC3 denial of existence proof': ['denial-wrong'],
};

/** drill, based on ldns: it finds a chain to the anchor, or none. */
export async function askDrill(anchors: string, name: string, type: string): Promise<Found<'chain' | 'no-chain'>> {
  const { printed, ok } = await outputOf('drill', ['-S', '-k', anchors, `@${resolverAddress}`, name, type]);
  const error = /first error was: (.*)/u.exec(printed)?.[1]?.trim();
  return {
    verdict: ok ? 'chain' : 'no-chain',
    fits: (reason) => error === undefined || drillErrors[error]?.includes(reason) === true,
    printed,
  };
}

/** Errors of dnsviz that make an answer bogus, with our matching reasons; others are advice, or about the resolver. */
const dnsvizErrors: Readonly<Record<string, readonly string[]>> = {
  DIGEST_INVALID: ['ds-mismatch'],
  NO_SEP: ['ds-mismatch', 'key-missing'],
  DNSKEY_REVOKED_RRSIG: ['ds-mismatch'],
  MISSING_RRSIG: ['rrsig-missing', 'key-missing'],
  SIGNER_NOT_ZONE: ['rrsig-missing'],
  // A signature with a wrong label count does not verify either.
  SIGNATURE_INVALID: ['rrsig-invalid', 'rrsig-missing'],
  EXPIRATION_IN_PAST: ['rrsig-expired'],
  INCEPTION_IN_FUTURE: ['rrsig-not-yet'],
  MISSING_NSEC_FOR_NXDOMAIN: ['denial-missing'],
  MISSING_NSEC_FOR_NODATA: ['denial-missing', 'key-missing'],
  MISSING_NSEC_FOR_WILDCARD: ['denial-missing'],
  SNAME_NOT_COVERED: ['denial-wrong'],
  NO_CLOSEST_ENCLOSER: ['denial-wrong'],
  STYPE_IN_BITMAP: ['denial-wrong'],
};

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null;

/** The error codes at any depth. */
function codesIn(json: Json | undefined): string[] {
  if (json === undefined || json === null || typeof json !== 'object') return [];
  return Object.entries(json).flatMap(([key, value]) =>
    key === 'errors' && Array.isArray(value) ? value.map((error: { code: string }) => error.code) : codesIn(value),
  );
}

const within = (json: Json | undefined, key: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.entries(json).find(([one]) => one === key)?.[1]
    : undefined;

/** dnsviz for all queries at once, because it starts slowly: the errors of each answer or its delegation. */
export async function askDnsviz(
  { zoneFile, folder }: { zoneFile: string; folder: string },
  questions: readonly (readonly [name: string, type: string])[],
): Promise<(name: string, type: string) => Found<'sound' | 'bogus'>> {
  const [names, probed, grokked] = ['names', 'probed.json', 'grokked.json'].map((name) => join(folder, name));
  if (names === undefined || probed === undefined || grokked === undefined) throw new Error('No files for dnsviz');
  writeFileSync(names, questions.map(([name]) => `${name}\n`).join(''));
  const types = [...new Set(questions.map(([, type]) => type))].join();
  await outputOf('dnsviz', ['probe', '-t', '8', '-s', resolverAddress, '-R', types, '-f', names, '-o', probed]);
  await outputOf('dnsviz', ['grok', '-t', zoneFile, '-l', 'error', '-r', probed, '-o', grokked]);
  const found: Json = JSON.parse(readFileSync(grokked, 'utf8'));
  return (name, type) => {
    const entry = within(found, name) ?? within(found, `${name}.`);
    const queries = within(entry, 'queries');
    const query = ['', '.'].map((end) => within(queries, `${name}${end}/IN/${type}`)).find((one) => one !== undefined);
    const codes = [...new Set([...codesIn(query), ...codesIn(within(entry, 'delegation'))])];
    const serious = codes.filter((code) => code in dnsvizErrors);
    return {
      verdict: serious.length > 0 ? 'bogus' : 'sound',
      fits: (reason) => serious.some((code) => dnsvizErrors[code]?.includes(reason) === true),
      printed: codes.join(' '),
    };
  };
}
