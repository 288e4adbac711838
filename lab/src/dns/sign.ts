import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ipv6Of, nameServers } from '../hosts/addresses.ts';
import { cachedFolderPath, ensureFolder } from '../machine/cache.ts';
import { findCommand } from '../machine/commands.ts';
import { cacheFolder } from '../machine/paths.ts';
import { endpoint, endpoints } from '../hosts/endpoints.ts';
import { certificateFiles, pkiFolder, publicKeyDigest } from '../issuance/store.ts';
import { zoneText, type Signing, type Zone } from './zone.ts';
import { planZones, type ZonePlan } from './zones.ts';
import type { ZoneFacts } from './zones.data.ts';

const run = promisify(execFile);

/** Signed zone files, root hints and the trust anchor. */
export const zonesFolder = cachedFolderPath('zones', ['dns', 'hosts'], [endpoints, pkiFolder]);

/** The root's DS record: what the resolver and the auditor trust. */
export const trustAnchorFile = join(zonesFolder, 'trust-anchor');

/** Where the recursion starts. */
export const rootHintsFile = join(zonesFolder, 'root.hints');

/** True when the tools are there that sign zones, serve them and validate. */
export function hasSignedDns(): boolean {
  return ['ldns-keygen', 'ldns-signzone', 'nsd', 'unbound'].every((name) => findCommand(name) !== undefined);
}

/** The zones of the lab, from the certificates that are there. */
export function labZones(): ZonePlan {
  return planZones(zoneFacts());
}

/** The same, in one list. */
export function allZones(): readonly Zone[] {
  const { leaves, reverse, tld, root } = labZones();
  return [...leaves, ...reverse, tld, root];
}

function zoneFacts(): ZoneFacts {
  const digestsOf = (host: string): readonly string[] =>
    certificateFiles(endpoint(host)).map(({ leaf }) => publicKeyDigest(leaf));
  const rsa = certificateFiles(endpoint('good.lab')).find(({ key }) => key.includes('rsa2048'));
  const publicKey =
    rsa === undefined
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
      : createPublicKey(readFileSync(rsa.key));
  return {
    webKeyDigests: digestsOf('good.lab'),
    mailKeyDigest: digestsOf('mail.good.lab')[0] ?? '',
    daneKeyDigest: digestsOf('dane.lab')[0] ?? '',
    issuerKeyDigest: publicKeyDigest(join(pkiFolder, 'e1.crt')),
    dkimPublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Writes and signs every zone unless that has been done: leaves first, since parents hold their children's DS. */
export async function ensureZones(): Promise<void> {
  await ensureFolder(zonesFolder, async (folder) => {
    const { leaves, reverse, tld, root } = labZones();
    const leafDs = await Promise.all([...leaves, ...reverse].map((zone) => writeZone(folder, zone, [])));
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

/** Where nothing is signed, trust begins nowhere: without this an audit would start from the real root's keys and call every name bogus. */
export function unsignedAnchorFile(): string {
  const file = join(cacheFolder, 'no-trust-anchor');
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(file, `nowhere.invalid. IN DS 1 13 2 ${'0'.repeat(64)}\n`);
  return file;
}
