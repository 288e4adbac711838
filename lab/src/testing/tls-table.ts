import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { labTest } from '../harness.ts';
import type { Endpoint, TlsTruth, TlsVersion } from '../hosts/endpoint.ts';
import { addressesOf, endpoints } from '../hosts/endpoints.ts';
import { askHello, enumerateSuites, legacyCandidates, tls13Candidates } from './raw-hello.ts';
import { askSsl2 } from './raw-ssl2.ts';

// Compares the lab's table of TLS with what its servers speak.

const run = promisify(execFile);
const versions = ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;

/** A host of the table with TLS on port 443. */
type Row = Endpoint & { readonly tls: TlsTruth };

/** Every host of the table. */
export const rowsWithTls: readonly Row[] = endpoints.flatMap((row) =>
  row.tls !== undefined && row.ports.includes(443)
    ? [{ ...row, tls: row.tls, address: addressesOf(row)[0] ?? row.address }]
    : [],
);

/** The first host of each software with each set of versions, suites, and features. */
export function rowsOfEachSoftware(rows: readonly Row[]): readonly Row[] {
  const kinds = new Map<string, Row>();
  for (const row of rows) {
    const { versions: spoken, suites, ...features } = row.tls;
    const kind = [row.server, spoken, Object.keys(suites ?? {}), Object.keys(features).toSorted()].join(' ');
    if (!kinds.has(kind)) kinds.set(kind, row);
  }
  return [...kinds.values()];
}

/** Stacks that Debian 12 builds decide their suites themselves. */
const asDebianBuilds = new Set(['ossl3.lab', 'gnutls.lab', 'nss.lab', 'jsse.lab', 'stunnel.lab', 'apache.lab']);
const onDebian12 = readFileSync('/etc/os-release', 'utf8').includes('VERSION_ID="12"');

/** A server with a single connection, which cannot answer a ClientHello in SSL 2.0 format. */
const isSerial = ({ server }: Endpoint): boolean => server === 'openssl';

async function suitesSpoken({ host, address }: Endpoint): Promise<ReadonlyMap<TlsVersion, readonly string[]>> {
  const spoken = new Map<TlsVersion, readonly string[]>();
  for (const version of versions) {
    const candidates = version === 'TLSv1.3' ? tls13Candidates : legacyCandidates;
    const suites = await enumerateSuites({ address, host, version }, candidates);
    if (suites.length > 0) {
      spoken.set(
        version,
        suites.map((suite) => suite.toString(16).padStart(4, '0')),
      );
    }
  }
  return spoken;
}

async function testSuites(row: Row): Promise<void> {
  const spoken = await suitesSpoken(row);
  const ssl2 = isSerial(row) ? [] : await askSsl2(row.address);
  assert.deepEqual([...(ssl2.length > 0 ? ['SSLv2'] : []), ...spoken.keys()], row.tls.versions);
  if (asDebianBuilds.has(row.host) && !onDebian12) return;
  for (const [version, suites] of Object.entries(row.tls.suites ?? {})) {
    const found =
      version === 'SSLv2'
        ? ssl2.map((kind) => kind.toString(16).padStart(6, '0'))
        : [...spoken].find(([name]) => name === version)?.[1];
    assert.deepEqual(found?.toSorted(), suites.split(' ').toSorted(), version);
  }
}

const heartbeat = 15;
const renegotiationInfo = 0xff01;
const fallbackScsv = 0x5600;

const newestBefore13 = ({ versions: spoken }: TlsTruth): (typeof versions)[number] | undefined =>
  versions.findLast((version) => version !== 'TLSv1.3' && spoken.includes(version));

async function testFeatures({ tls, host, address }: Row, version: (typeof versions)[number]): Promise<void> {
  const suites = legacyCandidates.filter((suite) =>
    tls.suites?.[version]?.includes(suite.toString(16).padStart(4, '0')),
  );
  const answer = await askHello({ address, host, version, suites, compressions: [1, 0] });
  assert.equal(answer.kind, 'hello');
  if (tls.heartbeat !== undefined) assert.equal(answer.extensions.has(heartbeat), tls.heartbeat);
  if (tls.compression !== undefined) assert.equal(answer.compression === 1, tls.compression);
  if (tls.secureRenegotiation !== undefined) {
    assert.equal(answer.extensions.has(renegotiationInfo), tls.secureRenegotiation && version !== 'SSLv3');
  }
}

function testFallback({ tls, host, address }: Row): void {
  const older = versions.find((version) => tls.versions.includes(version));
  if (older === undefined || tls.versions.at(-1) === older) return;
  labTest(
    `${host} ${tls.fallbackScsv === true ? 'refuses' : 'takes'} a fallback to ${older}`,
    async () => {
      const offered = (tls.suites?.[older] ?? '').split(' ').map((suite) => Number.parseInt(suite, 16));
      const answer = await askHello({ address, host, version: older, suites: [...offered, fallbackScsv] });
      if (tls.fallbackScsv === true) assert.deepEqual(answer, { kind: 'alert', code: 86 });
      else assert.equal(answer.kind, 'hello');
    },
    [host],
  );
}

function testPreference({ tls, host, address }: Row): void {
  const version = newestBefore13(tls);
  const suites = (tls.suites?.[version ?? 'SSLv2'] ?? '').split(' ').map((suite) => Number.parseInt(suite, 16));
  if (version === undefined || suites.length < 2) return;
  labTest(
    `${host} follows ${tls.serverPreference === true ? 'its own' : "the client's"} order of suites`,
    async () => {
      const pick = async (offered: readonly number[]): Promise<number | undefined> => {
        const answer = await askHello({ address, host, version, suites: offered });
        return answer.kind === 'hello' ? answer.suite : undefined;
      };
      const [forward, backward] = [await pick(suites), await pick(suites.toReversed())];
      if (tls.serverPreference === true) assert.equal(forward, backward);
      else assert.deepEqual([forward, backward], [suites[0], suites.at(-1)]);
    },
    [host],
  );
}

async function testDiffieHellman({ tls, host }: Row): Promise<void> {
  const options = ['-cipher', 'DHE:@SECLEVEL=0', '-tls1_2', '-legacy_server_connect'];
  const attempt = run('openssl', ['s_client', '-connect', `${host}:443`, ...options]);
  attempt.child.stdin?.end();
  const { stdout } = await attempt.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  assert.equal(/Server Temp Key: DH, (\d+) bits/.exec(stdout)?.[1], String(tls.dhBits));
}

/** What a handshake by Node's own TLS agreed on; undefined when there was none. */
export function agreedWith(host: string, options: ConnectionOptions): Promise<string | false | null | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: 443, servername: host, rejectUnauthorized: false, ...options }, () => {
      resolve(socket.alpnProtocol);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

async function testAlpn({ tls, host }: Row): Promise<void> {
  for (const protocol of ['h2', 'http/1.1', 'spdy/3.1']) {
    const agreed = await agreedWith(host, { ALPNProtocols: [protocol] });
    assert.equal(agreed === protocol, tls.alpn?.includes(protocol), protocol);
  }
}

/** OpenSSL's names of the groups that it names differently from the IANA registry. */
const opensslGroups: Readonly<Record<string, string>> = {
  x25519: 'X25519',
  x448: 'X448',
  secp256r1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

/** Tests what the table says of these hosts. */
export function testTlsTable(rows: readonly Row[]): void {
  for (const row of rows) {
    const { tls, host } = row;
    labTest(`${host} speaks ${tls.versions.join(', ')} and nothing else`, async () => testSuites(row), [host]);
    const version = newestBefore13(tls);
    if (version !== undefined && (tls.heartbeat !== undefined || tls.secureRenegotiation !== undefined))
      labTest(`${host} shows the features of the table in its ServerHello`, async () => testFeatures(row, version), [
        host,
      ]);
    if (tls.fallbackScsv !== undefined) testFallback(row);
    if (tls.serverPreference !== undefined) testPreference(row);
    // OpenSSL refuses groups below 1,024 bits, and fakes do not complete handshakes.
    if ((tls.dhBits ?? 0) >= 1024 && !host.startsWith('fake-'))
      labTest(`${host} has a Diffie-Hellman group of ${tls.dhBits} bits`, async () => testDiffieHellman(row), [host]);
    if (tls.alpn !== undefined)
      labTest(`${host} agrees on ${tls.alpn.join(' and ')}, each when it is offered alone`, async () => testAlpn(row), [
        host,
      ]);
    for (const group of tls.groups ?? [])
      labTest(
        `${host} agrees on the group ${group}`,
        async () => {
          const options = { minVersion: 'TLSv1.3', ecdhCurve: opensslGroups[group] ?? group } as const;
          assert.notEqual(await agreedWith(host, options), undefined);
        },
        [host],
      );
  }
}
