import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ipv6Of, nameServers } from '../hosts/addresses.ts';
import { ensureFolder } from '../machine/cache.ts';
import { findCommand } from '../machine/commands.ts';
import { labZones } from './lab-zones.ts';
import { signNewly } from './own-zone-files.ts';
import { spoil, spoilDs } from './signing-faults.ts';
import { zonesFolder } from './zone-files.ts';
import { zoneText, type Signing, type Zone } from './zone.ts';

const run = promisify(execFile);

/** True if the tools for signing, serving and validating zones are installed. */
export function hasSignedDns(): boolean {
  return ['ldns-keygen', 'ldns-signzone', 'nsd', 'unbound'].every((name) => findCommand(name) !== undefined);
}

/** Writes and signs every zone unless done: children first, because parents contain their DS. */
export async function ensureZones(): Promise<void> {
  await ensureFolder(zonesFolder, async (folder) => {
    const { leaves, outside, tld, root } = labZones();
    const leafDs = await Promise.all([...leaves, ...outside].map((zone) => writeZone(folder, zone, [])));
    const tldDs = await writeZone(folder, tld, leafDs);
    writeFileSync(join(folder, 'trust-anchor'), await writeZone(folder, root, [tldDs]));
    const hints = [
      '. 300 IN NS a.root.',
      `a.root. 300 IN A ${nameServers.root}`,
      `a.root. 300 IN AAAA ${ipv6Of(nameServers.root)}`,
    ];
    writeFileSync(join(folder, 'root.hints'), `${hints.join('\n')}\n`);
  });
}

/** The name of a zone's file. */
export function zoneFileName({ origin }: Zone): string {
  return `${origin === '' ? 'root' : origin}.zone`;
}

/** Writes a zone and signs it if required; returns the DS for its parent, if any. */
async function writeZone(folder: string, zone: Zone, childDs: readonly string[]): Promise<string> {
  const file = zoneFileName(zone);
  writeFileSync(join(folder, file), zoneText(zone) + childDs.join(''));
  const { signing } = zone;
  if (signing === undefined) return '';
  if (signing.own !== undefined) return signNewly(folder, file, zone, signing.own);
  return signZone(folder, zone, signing, file);
}

/** Options of ldns-signzone for NSEC3. */
const denialOptions = ({ denial, nsec3 = {} }: Signing): readonly string[] =>
  denial === 'nsec'
    ? []
    : [
        '-n',
        '-t',
        String(nsec3.iterations ?? 0),
        ...(nsec3.salt === undefined ? [] : ['-s', nsec3.salt]),
        ...(nsec3.optOut === true ? ['-p'] : []),
      ];

const datesOf = (fault: Signing['fault']): readonly string[] =>
  fault === 'expired'
    ? ['-i', '20200101', '-e', '20200201']
    : fault === 'future'
      ? ['-i', '20400101', '-e', '20410101']
      : fault === 'long'
        ? ['-e', '20360101']
        : [];

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n');

async function dsOf(folder: string, key: string, digests: Signing['digests'] = [2]): Promise<string> {
  const options = { 1: '-1', 2: '-2', 4: '-4' };
  const printed = await Promise.all(
    digests.map(async (digest) => run('ldns-key2ds', ['-n', options[digest], `${key}.key`], { cwd: folder })),
  );
  return printed.map(({ stdout }) => `${stdout.trim()}\n`).join('');
}

/** Signs a zone in place, applies its fault, and returns the DS records for its parent. */
async function signZone(folder: string, zone: Zone, signing: Signing, file: string): Promise<string> {
  const name = `${zone.origin}.`;
  const { fault } = signing;
  const newKey = async (algorithm: string, ...flags: readonly string[]): Promise<string> => {
    const { stdout } = await run('ldns-keygen', [...flags, '-a', algorithm, '-b', String(signing.bits ?? 2048), name], {
      cwd: folder,
    });
    return stdout.trim();
  };
  const algorithms = [signing.algorithm, ...(signing.second === undefined ? [] : [signing.second])];
  const ksks = await Promise.all(algorithms.map(async (algorithm) => newKey(algorithm, '-k')));
  const zsks = await Promise.all(algorithms.map(async (algorithm) => newKey(algorithm)));
  const ds = await Promise.all(ksks.map(async (key) => dsOf(folder, key, signing.digests)));
  if (signing.cds === true) appendFileSync(join(folder, file), ds.join('').replaceAll(/\bDS\b/g, 'CDS'));
  const sign = async (to: string, dates: readonly string[]): Promise<readonly string[]> => {
    const keys = [...ksks, ...zsks];
    await run('ldns-signzone', ['-o', name, ...denialOptions(signing), ...dates, '-f', to, file, ...keys], {
      cwd: folder,
    });
    return linesOf(join(folder, to));
  };
  if (fault !== 'unsigned') {
    const expired = fault === 'text-expired' ? await sign(`${file}.expired`, datesOf('expired')) : [];
    const signed = await sign(`${file}.signed`, datesOf(fault));
    writeFileSync(join(folder, file), spoil(signed, fault, expired).join('\n'));
  }
  return spoilDs(ds.join(''), fault, name);
}
