import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnKey, ownDs, type OwnKey, ownKeyOf } from './own-keys.ts';
import { signOwn } from './own-signing.ts';
import type { OwnSigning, Zone } from './zone.ts';

const entryFlags = 257;
const flagsOf = ({ keys }: OwnSigning, at: number): number => keys[at]?.flags ?? (at === 0 ? entryFlags : 256);

/** The file of a stored key, in the zones' folder. */
export const keyFile = ({ origin }: Zone, at: number): string => `${origin}.${at}.pem`;

/** True if the zone is signed again later, so that its keys must be stored. */
const keepsKeys = ({ hours, live }: OwnSigning): boolean => hours !== undefined || live !== undefined;

/** Makes a zone's keys, signs it into a file, and stores the keys if needed later. Returns its DS. */
export function signNewly(folder: string, file: string, zone: Zone, plan: OwnSigning): string {
  const keys = plan.keys.map((key, at) => makeOwnKey({ ...key, flags: flagsOf(plan, at) }));
  writeFileSync(join(folder, file), signOwn(zone, plan, keys).join('\n'));
  for (const [at, { privateKey }] of keys.entries()) {
    if (!keepsKeys(plan) || privateKey === null) continue;
    writeFileSync(join(folder, keyFile(zone, at)), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  const [entry] = keys;
  return entry === undefined ? '' : ownDs(zone.origin, entry);
}

/** A zone's stored keys; null if missing. */
export function keptKeys(folder: string, zone: Zone, plan: OwnSigning): readonly OwnKey[] | null {
  const files = plan.keys.map((_, at) => join(folder, keyFile(zone, at)));
  if (!files.every((file) => existsSync(file))) return null;
  return plan.keys.map(({ algorithm }, at) =>
    ownKeyOf(createPrivateKey(readFileSync(files[at] ?? '')), algorithm, flagsOf(plan, at)),
  );
}

/** Signs a zone with short-lived signatures again; false if its keys are missing. */
export function signAgain(folder: string, to: string, zone: Zone, plan: OwnSigning): boolean {
  const keys = plan.hours === undefined ? null : keptKeys(folder, zone, plan);
  if (keys === null) return false;
  writeFileSync(to, signOwn(zone, plan, keys).join('\n'));
  return true;
}
