import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCiphers, type SecureVersion } from 'node:tls';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { startProgram } from './program.ts';
import type { LocalServer } from './local-server.ts';
import { startNode } from './servers.ts';

/** Versions that OpenSSL 3 still speaks, oldest first. */
const versions = ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
type Version = (typeof versions)[number];

/** A suite as `openssl ciphers -V` prints it. */
interface Suite {
  code: number;
  name: string;
  since: string;
  exchange: string;
  authentication: string;
}

const keyKinds = ['rsa', 'p256', 'p384', 'p521', 'ed25519', 'rsa-pss'] as const;
/** A kind of key that a certificate can have. */
export type KeyKind = (typeof keyKinds)[number];

/** A server's configuration; everything that follows from it is what an inventory must find. */
export interface Configuration {
  software: 'node' | 'openssl';
  versions: readonly Version[];
  keys: readonly KeyKind[];
  suites: readonly Suite[];
  suites13: readonly Suite[];
  /** Names in the server's order. */
  groups: readonly string[];
  serverPreference: boolean;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

const pick = <T>(items: readonly T[], random: () => number): T => {
  const [first] = shuffled(items, random);
  if (first === undefined) throw new Error('There is nothing to pick from');
  return first;
};
const some = <T>(items: readonly T[], random: () => number, most = items.length): T[] =>
  shuffled(items, random).slice(0, 1 + Math.floor(random() * Math.min(most, items.length)));

let known: readonly Suite[] | undefined;

/** Every suite of the machine's OpenSSL that needs neither a DSA key nor a shared secret. */
function allSuites(): readonly Suite[] {
  const text = execFileSync('openssl', ['ciphers', '-V', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0'], { encoding: 'utf8' });
  const rows = [...text.matchAll(/0x(\w\w),0x(\w\w) - (\S+)\s+(TLSv1\.3|TLSv1\.2|TLSv1|SSLv3)\s+Kx=(\S+)\s+Au=(\S+)/g)];
  known ??= rows
    .map(([, high = '', low = '', name = '', since = '', exchange = '', authentication = '']) => ({
      code: Number.parseInt(high + low, 16),
      name,
      since,
      exchange,
      authentication,
    }))
    .filter(({ authentication, exchange }) => !/DSS|PSK|SRP/.test(authentication + exchange));
  return known;
}

const curves = ['X25519', 'prime256v1', 'secp384r1', 'secp521r1', 'X448'];
const fields = ['ffdhe2048', 'ffdhe3072', 'ffdhe4096'];
const hybrids = ['X25519MLKEM768', 'SecP256r1MLKEM768', 'SecP384r1MLKEM1024'];
const curveOfKey: Partial<Record<KeyKind, string>> = { p256: 'prime256v1', p384: 'secp384r1', p521: 'secp521r1' };
const ianaNames: Readonly<Record<string, string>> = {
  prime256v1: 'secp256r1',
  X25519: 'x25519',
  X448: 'x448',
};

/** Code point of a group by OpenSSL's name. */
export function groupCode(name: string): number {
  const wanted = ianaNames[name] ?? name;
  const group = [...namedGroups.values()].find((candidate) => candidate.name === wanted);
  if (group === undefined) throw new Error(`Group ${wanted} is not in the registry`);
  return group.code;
}

const isOf13 = ({ since }: Suite): boolean => since === 'TLSv1.3';

function randomVersions(software: Configuration['software'], random: () => number): Version[] {
  const first = Math.floor(random() * versions.length);
  const last = first + Math.floor(random() * (versions.length - first));
  const range = versions.slice(first, last + 1);
  // OpenSSL's server can disable a version in the middle, as some real servers do.
  const hole = software === 'openssl' && range.length > 2 && random() < 0.3 ? range[1] : undefined;
  return range.filter((version) => version !== hole);
}

function randomKeys(spoken: readonly Version[], random: () => number): KeyKind[] {
  const only = pick(keyKinds, random);
  // Older versions have no signature algorithm for these.
  if (only === 'ed25519' || only === 'rsa-pss') {
    const isModern = spoken.every((version) => version === 'TLSv1.2' || version === 'TLSv1.3');
    return isModern ? [only] : ['rsa'];
  }
  return random() < 0.3 ? ['rsa', pick(['p256', 'p384'] as const, random)] : [only];
}

/** A random configuration in which every version that is on has a suite that it can take. */
export function randomConfiguration(random: () => number): Configuration {
  for (;;) {
    const software = random() < 0.6 ? 'node' : 'openssl';
    const names = new Set(getCiphers().map((name) => name.toUpperCase()));
    const has = ({ name }: Suite): boolean => software === 'openssl' || names.has(name.toUpperCase());
    const spoken = randomVersions(software, random);
    const groupPool = software === 'node' ? [...curves, ...fields, ...hybrids] : [...curves, ...fields];
    const suites = allSuites().filter(has);
    const configuration: Configuration = {
      software,
      versions: spoken,
      keys: randomKeys(spoken, random),
      suites: some(
        suites.filter((suite) => !isOf13(suite)),
        random,
        25,
      ),
      suites13: some(suites.filter(isOf13), random),
      groups: some(groupPool, random, 6),
      serverPreference: random() < 0.5,
    };
    if (spoken.every((version) => suitesOf(configuration, version).length > 0)) return configuration;
  }
}

const hasCurve = ({ groups }: Configuration): boolean => groups.some((group) => curves.includes(group));

function canAuthenticate({ authentication, exchange }: Suite, keys: readonly KeyKind[]): boolean {
  if (authentication === 'None') return true;
  if (authentication === 'ECDSA') return keys.some((key) => /^p\d|ed25519/.test(key));
  return keys.includes('rsa') || (keys.includes('rsa-pss') && exchange !== 'RSA');
}

/** Suites that a version takes with this configuration. */
export function suitesOf(configuration: Configuration, version: Version): number[] {
  if (version === 'TLSv1.3') return configuration.suites13.map(({ code }) => code);
  return configuration.suites
    .filter(({ since }) => version === 'TLSv1.2' || since !== 'TLSv1.2')
    .filter(({ exchange }) => exchange !== 'ECDH' || hasCurve(configuration))
    .filter((suite) => canAuthenticate(suite, configuration.keys))
    .map(({ code }) => code);
}

/**
 * Groups that a version accepts: in TLS 1.3 all; earlier, the curves. With only an ECDSA key, its curve must be
 * offered, so that curves with a lower preference can never be chosen.
 */
export function groupsOf(configuration: Configuration, version: 'TLSv1.2' | 'TLSv1.3'): number[] {
  const { groups, keys, suites, serverPreference } = configuration;
  if (version === 'TLSv1.3') return groups.map(groupCode);
  const usable = suites.filter(({ exchange }) => exchange === 'ECDH').filter((suite) => canAuthenticate(suite, keys));
  const named = usable.filter(({ authentication }) => authentication !== 'None');
  const inOrder = groups.filter((group) => curves.includes(group));
  if (usable.length === 0) return [];
  if (named.length === 0) return inOrder.map(groupCode);
  const keyCurves = keys.flatMap((key) => curveOfKey[key] ?? []);
  const isBound =
    serverPreference && keyCurves.length > 0 && named.every(({ authentication }) => authentication === 'ECDSA');
  const bounds = isBound ? keyCurves.map((curve) => inOrder.indexOf(curve)).filter((index) => index >= 0) : [];
  return inOrder.slice(0, bounds.length === 0 ? undefined : Math.max(...bounds) + 1).map(groupCode);
}

let keyFolder: string | undefined;

const newKey: Readonly<Record<KeyKind, readonly string[]>> = {
  rsa: ['-newkey', 'rsa:2048'],
  'rsa-pss': ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'],
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  p384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  p521: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp521r1'],
  ed25519: ['-newkey', 'ed25519'],
};
const made = new Set<KeyKind>();

/** Key and self-signed certificate of a kind, made once a process. */
export function pemsOf(kind: KeyKind): { key: string; cert: string } {
  keyFolder ??= mkdtempSync(join(tmpdir(), 'perimeter-tls-'));
  mkdirSync(keyFolder, { recursive: true });
  const [key, cert] = [join(keyFolder, `${kind}.key`), join(keyFolder, `${kind}.pem`)];
  if (!made.has(kind)) {
    const request = ['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=server.test', ...newKey[kind]];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    made.add(kind);
  }
  return { key, cert };
}

const nodeVersions: Readonly<Record<Version, SecureVersion>> = {
  'TLSv1.0': 'TLSv1',
  'TLSv1.1': 'TLSv1.1',
  'TLSv1.2': 'TLSv1.2',
  'TLSv1.3': 'TLSv1.3',
};

function startAsNode({ versions: spoken, keys, suites, suites13, groups, serverPreference }: Configuration) {
  const pems = keys.map(pemsOf);
  const [first = 'TLSv1.2', last = 'TLSv1.2'] = [spoken[0], spoken.at(-1)];
  return startNode({
    key: pems.map(({ key }) => readFileSync(key)),
    cert: pems.map(({ cert }) => readFileSync(cert)),
    minVersion: nodeVersions[first],
    maxVersion: nodeVersions[last],
    ciphers: [...suites13, ...suites].map(({ name }) => name).join(':') + ':@SECLEVEL=0',
    ecdhCurve: groups.join(':'),
    honorCipherOrder: serverPreference,
    dhparam: 'auto',
  });
}

const offSwitches: Readonly<Record<Version, string>> = {
  'TLSv1.0': '-no_tls1',
  'TLSv1.1': '-no_tls1_1',
  'TLSv1.2': '-no_tls1_2',
  'TLSv1.3': '-no_tls1_3',
};

function startAsOpenssl(configuration: Configuration): Promise<LocalServer> {
  const { versions: spoken, keys, suites, suites13, groups, serverPreference } = configuration;
  const [first, second] = keys.map(pemsOf);
  const identity = ['-cert', first?.cert ?? '', '-key', first?.key ?? ''];
  const secondIdentity = second === undefined ? [] : ['-dcert', second.cert, '-dkey', second.key];
  const lists = ['-cipher', `${suites.map(({ name }) => name).join(':')}:@SECLEVEL=0`];
  const lists13 = ['-ciphersuites', suites13.map(({ name }) => name).join(':'), '-groups', groups.join(':')];
  const off = versions.filter((version) => !spoken.includes(version)).map((version) => offSwitches[version]);
  const order = serverPreference ? ['-serverpref'] : [];
  const args = ['s_server', '-accept', '127.0.0.1:0', '-quiet']
    .concat(identity, secondIdentity)
    .concat(lists, lists13, order, off);
  return startProgram('openssl', args);
}

/** A server that does what the configuration says. */
export const startConfigured = (configuration: Configuration): Promise<LocalServer> =>
  configuration.software === 'node' ? startAsNode(configuration) : startAsOpenssl(configuration);
