import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { addressesOf, endpoint, endpoints } from './endpoints.ts';
import type { Endpoint, TlsTruth, TlsVersion } from './endpoint.ts';
import { labTest } from '../harness.ts';
import { askHello, enumerateSuites, legacyCandidates, tls13Candidates, wireVersion } from '../testing/raw-hello.ts';
import { askSsl2 } from '../testing/raw-ssl2.ts';

const run = promisify(execFile);
const versions = ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
const measured = endpoints
  .filter((row) => row.tls !== undefined && row.ports.includes(443))
  .map((row) => ({ ...row, address: addressesOf(row)[0] ?? row.address }));

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

for (const row of measured) {
  const { tls, host, address } = row;
  labTest(`${host} speaks ${tls?.versions.join(', ') ?? ''} and nothing else`, async () => {
    const spoken = await suitesSpoken(row);
    const ssl2 = isSerial(row) ? [] : await askSsl2(address);
    assert.deepEqual([...(ssl2.length > 0 ? ['SSLv2'] : []), ...spoken.keys()], tls?.versions);
    if (asDebianBuilds.has(host) && !onDebian12) return;
    for (const [version, suites] of Object.entries(tls?.suites ?? {})) {
      const found =
        version === 'SSLv2'
          ? ssl2.map((kind) => kind.toString(16).padStart(6, '0'))
          : [...spoken].find(([name]) => name === version)?.[1];
      assert.deepEqual(found?.toSorted(), suites.split(' ').toSorted(), version);
    }
  });
}

const heartbeat = 15;
const renegotiationInfo = 0xff01;
const fallbackScsv = 0x5600;

function newestBefore13({ versions: spoken }: TlsTruth): (typeof versions)[number] | undefined {
  return versions.findLast((version) => version !== 'TLSv1.3' && spoken.includes(version));
}

for (const row of measured.filter(
  ({ tls }) => tls?.heartbeat !== undefined || tls?.secureRenegotiation !== undefined,
)) {
  const { tls, host, address } = row;
  const version = tls === undefined ? undefined : newestBefore13(tls);
  if (tls === undefined || version === undefined) continue;
  labTest(`${host} shows the features of the table in its ServerHello`, async () => {
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
  });
}

for (const row of measured.filter(({ tls }) => tls?.fallbackScsv !== undefined)) {
  const { tls, host, address } = row;
  const older = versions.find((version) => tls?.versions.includes(version));
  if (older === undefined || tls?.versions.at(-1) === older) continue;
  labTest(`${host} ${tls?.fallbackScsv === true ? 'refuses' : 'takes'} a fallback to ${older}`, async () => {
    const offered = (tls?.suites?.[older] ?? '').split(' ').map((suite) => Number.parseInt(suite, 16));
    const answer = await askHello({ address, host, version: older, suites: [...offered, fallbackScsv] });
    if (tls?.fallbackScsv === true) assert.deepEqual(answer, { kind: 'alert', code: 86 });
    else assert.equal(answer.kind, 'hello');
  });
}

for (const row of measured.filter(({ tls }) => tls?.serverPreference !== undefined)) {
  const { tls, host, address } = row;
  const version = tls === undefined ? undefined : newestBefore13(tls);
  const suites = (tls?.suites?.[version ?? 'SSLv2'] ?? '').split(' ').map((suite) => Number.parseInt(suite, 16));
  if (version === undefined || suites.length < 2) continue;
  labTest(
    `${host} follows ${tls?.serverPreference === true ? 'its own' : "the client's"} order of suites`,
    async () => {
      const pick = async (offered: readonly number[]): Promise<number | undefined> => {
        const answer = await askHello({ address, host, version, suites: offered });
        return answer.kind === 'hello' ? answer.suite : undefined;
      };
      const [forward, backward] = [await pick(suites), await pick(suites.toReversed())];
      if (tls?.serverPreference === true) assert.equal(forward, backward);
      else assert.deepEqual([forward, backward], [suites[0], suites.at(-1)]);
    },
  );
}

/** OpenSSL refuses groups below 1,024 bits, and fakes do not complete handshakes. */
const stacksWithDh = measured.filter(({ tls, host }) => (tls?.dhBits ?? 0) >= 1024 && !host.startsWith('fake-'));

for (const { host, tls } of stacksWithDh) {
  labTest(`${host} has a Diffie-Hellman group of ${tls?.dhBits ?? 0} bits`, async () => {
    const options = ['-cipher', 'DHE:@SECLEVEL=0', '-tls1_2', '-legacy_server_connect'];
    const attempt = run('openssl', ['s_client', '-connect', `${host}:443`, ...options]);
    attempt.child.stdin?.end();
    const { stdout } = await attempt.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
    assert.equal(/Server Temp Key: DH, (\d+) bits/.exec(stdout)?.[1], String(tls?.dhBits));
  });
}

/** What a handshake by Node's own TLS agreed on; undefined when there was none. */
function handshake(host: string, options: ConnectionOptions): Promise<string | false | null | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: 443, servername: host, rejectUnauthorized: false, ...options }, () => {
      resolve(socket.alpnProtocol);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

for (const { host, tls } of measured.filter(({ tls }) => tls?.alpn !== undefined)) {
  labTest(`${host} agrees on ${tls?.alpn?.join(' and ') ?? ''}, each when it is offered alone`, async () => {
    for (const protocol of ['h2', 'http/1.1', 'spdy/3.1']) {
      const agreed = await handshake(host, { ALPNProtocols: [protocol] });
      assert.equal(agreed === protocol, tls?.alpn?.includes(protocol), protocol);
    }
  });
}

/** OpenSSL's names of the groups that it names differently from the IANA registry. */
const opensslGroups: Readonly<Record<string, string>> = {
  x25519: 'X25519',
  x448: 'X448',
  secp256r1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

for (const { host, tls } of measured.filter(({ tls }) => tls?.groups !== undefined)) {
  for (const group of tls?.groups ?? []) {
    labTest(`${host} agrees on the group ${group}`, async () => {
      const options = { minVersion: 'TLSv1.3', ecdhCurve: opensslGroups[group] ?? group } as const;
      assert.notEqual(await handshake(host, options), undefined);
    });
  }
}

labTest('the server whose hello must be short is silent on a long one only', async () => {
  const { address, host } = endpoint('fake-long-hello.lab');
  const question = { address, host, version: 'TLSv1.2', suites: [0xc02f] } as const;
  assert.equal((await askHello(question)).kind, 'hello');
  assert.equal((await askHello({ ...question, paddingBytes: 512 })).kind, 'silence');
});

labTest('the server that counts suites resets the connection at the sixty-fifth', async () => {
  const { address, host } = endpoint('fake-many-suites.lab');
  const ask = (count: number) =>
    askHello({ address, host, version: 'TLSv1.2', suites: [0xc02f, ...legacyCandidates.slice(0, count - 1)] });
  assert.equal((await ask(64)).kind, 'hello');
  assert.equal((await ask(65)).kind, 'closed');
});

labTest('the server that counts connections resets the eleventh of a second', async () => {
  const { address, host } = endpoint('rate-limited-tls.lab');
  const question = { address, host, version: 'TLSv1.2', suites: [0xc02f] } as const;
  const answers = await Promise.all(Array.from({ length: 30 }, () => askHello(question)));
  const answered = answers.filter(({ kind }) => kind === 'hello').length;
  // A second may end during the requests, and the counter then starts again.
  assert.ok(answered >= 10 && answered <= 20, String(answered));
});

labTest('the intolerant server drops a hello of TLS 1.2 and takes one of TLS 1.1', async () => {
  const { address, host } = endpoint('fake-intolerant.lab');
  const ask = (version: 'TLSv1.1' | 'TLSv1.2') => askHello({ address, host, version, suites: [0x002f] });
  assert.equal((await ask('TLSv1.2')).kind, 'closed');
  const answer = await ask('TLSv1.1');
  assert.equal(answer.kind === 'hello' && answer.version, wireVersion['TLSv1.1']);
});

for (const [name, groups, expected] of [
  ['kyber-draft', [0x6399, 0x001d], 0x6399],
  ['kyber-draft', [0x11ec, 0x001d], 0x001d],
  ['unoffered-group', [0x001d], 0x4242],
  ['retry-twice', [0x001d], 0x0017],
] as const) {
  labTest(`${name}.lab asks for group ${expected.toString(16)} when ${groups.length} are offered`, async () => {
    const { address, host } = endpoint(`${name}.lab`);
    const answer = await askHello({ address, host, version: 'TLSv1.3', suites: [0x1301], groups });
    assert.equal(answer.kind === 'hello' && answer.retryGroup, expected);
  });
}

labTest('a server of TLS 1.3 says in TLS 1.2 that it could do better, no-sentinel.lab does not', async () => {
  const endOfRandom = async (host: string, suite: number): Promise<string> => {
    const { address } = endpoint(host);
    const answer = await askHello({ address, host, version: 'TLSv1.2', suites: [suite] });
    return answer.kind === 'hello' ? answer.random.subarray(24, 31).toString('latin1') : answer.kind;
  };
  assert.equal(await endOfRandom('good.lab', 0xc02b), 'DOWNGRD');
  assert.notEqual(await endOfRandom('no-sentinel.lab', 0xc02f), 'DOWNGRD');
  assert.notEqual(await handshake('no-sentinel.lab', { minVersion: 'TLSv1.3' }), undefined);
});
