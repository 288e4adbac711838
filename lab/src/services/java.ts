import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../machine/commands.ts';
import { endpoint } from '../hosts/endpoints.ts';
import { cacheFolder, labFolder } from '../machine/paths.ts';
import { certificateFiles, pkcs12Password } from '../issuance/files.ts';
import type { Service, Skipped } from './service.ts';

const source = join(labFolder, 'src', 'legacy', 'Jsse.java');
const securityProperties = join(labFolder, 'src', 'legacy', 'java.security');
const classFolder = join(cacheFolder, 'java');

/** Java's own TLS, where there is a Java; compiled once. */
export function javaService(): Service | Skipped {
  const java = findCommand('java');
  if (java === undefined) return { kind: 'skipped', name: 'jsse.lab', reason: 'there is no java' };
  if (!compile()) return { kind: 'skipped', name: 'jsse.lab', reason: 'there is no javac to compile its server with' };
  const { address } = endpoint('jsse.lab');
  const startQuickly = ['-Xshare:auto', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx128m'];
  const liftRestrictions = [
    `-Djava.security.properties=${securityProperties}`,
    '-Djdk.tls.ephemeralDHKeySize=legacy',
    '-Dsun.security.ssl.allowUnsafeRenegotiation=true',
  ];
  const stores = certificateFiles(endpoint('jsse.lab')).map(({ pkcs12 }) => pkcs12);
  const args = [
    ...startQuickly,
    ...liftRestrictions,
    '-cp',
    classFolder,
    'Jsse',
    address,
    '443',
    pkcs12Password,
    ...stores,
  ];
  return { kind: 'service', name: 'jsse.lab', command: java, args, network: 'internet', listens: [`${address}:443`] };
}

function compile(): boolean {
  const compiled = join(classFolder, 'Jsse.class');
  if (existsSync(compiled) && statSync(compiled).mtimeMs > statSync(source).mtimeMs) return true;
  const javac = findCommand('javac');
  if (javac === undefined) return false;
  mkdirSync(classFolder, { recursive: true });
  // Several labs may start at once: each class is compiled apart and put in its place whole.
  const own = mkdtempSync(join(classFolder, 'compile-'));
  execFileSync(javac, ['-d', own, source]);
  for (const name of readdirSync(own)) renameSync(join(own, name), join(classFolder, name));
  rmSync(own, { recursive: true });
  return true;
}
