import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ipv6Of, nameServers } from '../hosts/addresses.ts';
import { ensureFolder } from '../machine/cache.ts';
import { findCommand } from '../machine/commands.ts';
import { labZones } from './lab-zones.ts';
import { zonesFolder } from './zone-files.ts';
import { zoneText, type Signing, type Zone } from './zone.ts';

const run = promisify(execFile);

/** True when the tools are there that sign zones, serve them and validate. */
export function hasSignedDns(): boolean {
  return ['ldns-keygen', 'ldns-signzone', 'nsd', 'unbound'].every((name) => findCommand(name) !== undefined);
}

/** Writes and signs every zone unless that has been done: leaves first, since parents hold their children's DS. */
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

/** Writes a zone, signed if it is to be; answers with the DS record for its parent, or nothing. */
async function writeZone(folder: string, zone: Zone, childDs: readonly string[]): Promise<string> {
  const file = zoneFileName(zone);
  writeFileSync(join(folder, file), zoneText(zone) + childDs.join(''));
  return zone.signing === undefined ? '' : await signZone(folder, zone, zone.signing, file);
}

async function signZone(folder: string, zone: Zone, signing: Signing, file: string): Promise<string> {
  const name = `${zone.origin}.`;
  const newKey = async (...flags: readonly string[]): Promise<string> => {
    const { stdout } = await run('ldns-keygen', [...flags, '-a', signing.algorithm, '-b', '2048', name], {
      cwd: folder,
    });
    return stdout.trim();
  };
  const [ksk, zsk] = await Promise.all([newKey('-k'), newKey()]);
  const denial = signing.denial === 'nsec3' ? ['-n', '-t', '0'] : [];
  const dates = signing.fault === 'expired' ? ['-i', '20200101', '-e', '20200201'] : [];
  await run('ldns-signzone', ['-o', name, ...denial, ...dates, '-f', file, file, ksk, zsk], { cwd: folder });
  const ds = readFileSync(join(folder, `${ksk}.ds`), 'utf8');
  return signing.fault === 'bogus' ? ds.replace(/[0-9a-f]{8}\s*$/i, 'deadbeef\n') : ds;
}
