import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import { tlsEvidence, type TlsEndpoint, type TlsVersionName } from '../../evidence/tls/schema.ts';
import { type KeyKind, pemsOf } from '../testing/random-server.ts';
import { hasOpenssl, startNode, startOpenssl, startRaw } from '../testing/servers.ts';
import { takeLocal } from '../testing/take.ts';

const skip = hasOpenssl() ? false : 'needs the openssl command';
const modes = ['standard', 'deep'] as const;
const known = <T>(value: T) => ({ known: true, value });

async function take(port: number, scanMode: 'standard' | 'deep'): Promise<TlsEndpoint> {
  const endpoint = await takeLocal(port, { scanMode });
  tlsEvidence.parse({ endpoints: [endpoint] });
  return endpoint;
}

/** Hex of what each accepted version takes, whole or not at all. */
function suitesOf({ versions, controlPassed }: TlsEndpoint): Partial<Record<TlsVersionName, string>> {
  assert.ok(controlPassed);
  const accepted = versions.filter(({ accepted }) => accepted.known && accepted.value);
  assert.ok(versions.every(({ complete }) => complete));
  const hex = (codes: readonly number[]): string =>
    codes
      .map((code) => code.toString(16).padStart(4, '0'))
      .toSorted()
      .join(' ');
  return Object.fromEntries(accepted.map(({ version, suites }) => [version, hex(suites)]));
}

const groupsOf = ({ versions }: TlsEndpoint, name: TlsVersionName): number[] | null => {
  const version = versions.find((one) => one.version === name);
  return version?.groupsEnumerated === true ? version.groups.toSorted((a, b) => a - b) : null;
};

const keyed = (kind: KeyKind): TlsOptions => {
  const { key, cert } = pemsOf(kind);
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

async function nodeServer(context: TestContext, options: TlsOptions): Promise<number> {
  const { port, close } = await startNode(options);
  context.after(close);
  return port;
}

/** A server before which a test does with each new connection what it wants, and then lets it through or not. */
async function before(
  context: TestContext,
  options: TlsOptions,
  serve: (socket: Socket, letThrough: () => void) => void,
): Promise<number> {
  const behind = await nodeServer(context, options);
  const { port, close } = await startRaw((socket) => {
    const letThrough = (): void => {
      const onward = connect(behind, '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    };
    serve(socket, letThrough);
  });
  context.after(close);
  return port;
}

test('one group alone is found whichever it is, and the chain with it', { skip }, async (t) => {
  const groups = { 'P-521': 0x19, X448: 0x1e, ffdhe3072: 0x101, SecP256r1MLKEM768: 0x11eb, SecP384r1MLKEM1024: 0x11ed };
  for (const [ecdhCurve, code] of Object.entries(groups)) {
    const port = await nodeServer(t, { ...keyed('rsa'), ecdhCurve, ciphers: 'AES128-SHA:ECDHE-RSA-AES128-SHA' });
    for (const mode of modes) {
      const endpoint = await take(port, mode);
      const isCurve = code < 0x100;
      assert.deepEqual(groupsOf(endpoint, 'TLSv1.3'), [code], ecdhCurve);
      assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), isCurve ? [code] : [], ecdhCurve);
      assert.deepEqual(suitesOf(endpoint)['TLSv1.2'], isCurve ? '002f c013' : '002f');
      assert.deepEqual([endpoint.chains.length, endpoint.largeHello], [1, known(true)], ecdhCurve);
    }
  }
});

test('keys of every kind are met', { skip }, async (t) => {
  for (const kind of ['p256', 'p384', 'p521', 'ed25519', 'rsa-pss'] as const) {
    const suite = kind === 'rsa-pss' ? 'c02f' : 'c02b';
    const port = await nodeServer(t, {
      ...keyed(kind),
      ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    });
    for (const mode of modes) {
      const endpoint = await take(port, mode);
      assert.equal(suitesOf(endpoint)['TLSv1.2'], suite, kind);
      assert.equal(endpoint.chains.length, 1, kind);
    }
  }
});

test('groups that are taken beside an ECDSA key’s own curve are found', { skip }, async (t) => {
  const options = {
    ...keyed('p256'),
    ecdhCurve: 'P-256:P-384:X25519',
    maxVersion: 'TLSv1.2',
    honorCipherOrder: false,
  } as const;
  const endpoint = await take(await nodeServer(t, options), 'standard');
  assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), [0x17, 0x18, 0x1d]);
  assert.deepEqual(endpoint.versions.find(({ version }) => version === 'TLSv1.2')?.groupPreference, known('client'));
});

test('a server with nothing but shared secrets is described without a chain', { skip }, async (t) => {
  const options = ['-psk', '0102030405060708', '-nocert', '-min_protocol', 'TLSv1.2', '-max_protocol', 'TLSv1.2'];
  const { port, close } = await startOpenssl([
    ...options,
    '-cipher',
    'PSK-AES128-CBC-SHA:DHE-PSK-AES128-GCM-SHA256:ECDHE-PSK-AES128-CBC-SHA:@SECLEVEL=0',
  ]);
  t.after(close);
  for (const mode of modes) {
    const endpoint = await take(port, mode);
    assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': '008c 00aa c035' });
    assert.deepEqual([endpoint.chains, endpoint.largeHello, endpoint.heartbeat], [[], known(true), known(false)]);
    assert.deepEqual(endpoint.secureRenegotiation, known(true));
  }
});

test('suites for named users hide no others', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-srp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const verifiers = join(folder, 'verifiers');
  writeFileSync(verifiers, '');
  const { key, cert } = pemsOf('rsa');
  const ciphers = 'SRP-RSA-AES-128-CBC-SHA:ECDHE-RSA-AES128-SHA:ARIA128-GCM-SHA256';
  const options = ['-cert', cert, '-key', key, '-tls1_2', '-serverpref', '-cipher', ciphers, '-srpvfile', verifiers];
  const { port, close } = await startOpenssl(options);
  t.after(close);
  assert.deepEqual(suitesOf(await take(port, 'standard')), { 'TLSv1.2': 'c013 c050' });
});

test('anonymous suites alone are found, and no signature is missed', { skip }, async (t) => {
  const { port, close } = await startOpenssl([
    '-nocert',
    '-max_protocol',
    'TLSv1.2',
    '-min_protocol',
    'TLSv1',
    '-cipher',
    'ADH-AES128-SHA256:AECDH-AES128-SHA:ADH-AES256-SHA:@SECLEVEL=0',
  ]);
  t.after(close);
  const endpoint = await take(port, 'standard');
  const found = suitesOf(endpoint);
  assert.deepEqual([found['TLSv1.2'], found['TLSv1.0']], ['003a 006c c018', '003a c018']);
  assert.deepEqual(endpoint.fallbackScsv, known(true));
});

test('a demand for a client certificate hides nothing of the lists', { skip }, async (t) => {
  const port = await nodeServer(t, {
    ...keyed('rsa'),
    requestCert: true,
    rejectUnauthorized: true,
    ciphers: 'TLS_AES_128_GCM_SHA256:AES128-SHA',
  });
  const endpoint = await take(port, 'standard');
  assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': '002f', 'TLSv1.3': '1301' });
  assert.deepEqual(endpoint.requestsClientCertificate, known(true));
});

test('a certificate that is asked for up to TLS 1.2 alone is asked for', { skip }, async (t) => {
  const newest = await nodeServer(t, { ...keyed('rsa'), minVersion: 'TLSv1.3' });
  const older = await nodeServer(t, { ...keyed('rsa'), maxVersion: 'TLSv1.2', requestCert: true });
  const { port, close } = await startRaw((socket) => {
    socket.once('data', (hello) => {
      const offers13 = /002b00....(?:....){0,3}0304/u.test(hello.toString('hex'));
      const onward = connect(offers13 ? newest : older, '127.0.0.1', () => onward.write(hello));
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    });
  });
  t.after(close);
  const endpoint = await take(port, 'standard');
  assert.deepEqual(Object.keys(suitesOf(endpoint)), ['TLSv1.2', 'TLSv1.3']);
  assert.deepEqual(endpoint.requestsClientCertificate, known(true));
});

/** What stands in the list of signature_algorithms (RFC 8446 section 4.2.3) of a hello, or null. */
function schemesIn(hello: Buffer): readonly number[] | null {
  for (let at = hello.indexOf('000d', 0, 'hex'); at !== -1; at = hello.indexOf('000d', at + 1, 'hex')) {
    const length = at + 6 <= hello.length ? hello.readUInt16BE(at + 4) : 0;
    if (length > 0 && hello.readUInt16BE(at + 2) === length + 2 && at + 6 + length <= hello.length)
      return Array.from({ length: length / 2 }, (_, index) => hello.readUInt16BE(at + 6 + 2 * index));
  }
  return null;
}

test('groups are found of servers that read no more than 22 signature schemes', { skip }, async (t) => {
  const options = { ...keyed('p256'), maxVersion: 'TLSv1.2' as const, ecdhCurve: 'X25519:sect571r1:P-256' };
  const port = await before(t, options, (socket, letThrough) => {
    socket.once('data', (hello) => {
      const read = schemesIn(hello)?.slice(0, 22) ?? [0x0403];
      // A fatal alert, handshake_failure.
      if (!read.includes(0x0403)) return void socket.end(Buffer.from('15030300020228', 'hex'));
      socket.unshift(hello);
      letThrough();
    });
  });
  assert.deepEqual(groupsOf(await take(port, 'standard'), 'TLSv1.2'), [0x0e, 0x17, 0x1d]);
});

test('a warning before the ServerHello is no refusal', async (t) => {
  const warning = encodeRecord(21, 0x0303, Uint8Array.of(1, 112));
  const port = await before(
    t,
    { ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256' },
    (socket, letThrough) => {
      socket.once('data', (hello: Uint8Array) => {
        socket.unshift(hello);
        socket.write(warning);
        letThrough();
      });
    },
  );
  for (const mode of modes) {
    assert.deepEqual(suitesOf(await take(port, mode)), { 'TLSv1.2': 'c02b', 'TLSv1.3': '1301' });
  }
});

test('a server that answers in one-byte segments is read like any other', async (t) => {
  const behind = await nodeServer(t, { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' });
  const { port, close } = await startRaw((socket) => {
    const onward = connect(behind, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    socket.pipe(onward);
    onward.on('data', (bytes: Uint8Array) => {
      for (const byte of bytes) socket.write(Uint8Array.of(byte));
    });
    onward.on('end', () => socket.end());
  });
  t.after(close);
  assert.deepEqual(suitesOf(await take(port, 'standard')), { 'TLSv1.2': 'c02b' });
});

test('a server that serves one connection after the other, slowly, is described whole', async (t) => {
  const delayMs = 60;
  const queue: (() => void)[] = [];
  let isBusy = false;
  const serveNext = (): void => {
    const next = queue.shift();
    isBusy = next !== undefined;
    if (next !== undefined) setTimeout(next, delayMs);
  };
  const port = await before(
    t,
    { ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256' },
    (socket, letThrough) => {
      socket.on('close', serveNext);
      queue.push(() => {
        if (socket.destroyed) return;
        letThrough();
      });
      if (!isBusy) serveNext();
    },
  );
  assert.deepEqual(suitesOf(await take(port, 'standard')), { 'TLSv1.2': 'c02b', 'TLSv1.3': '1301' });
});

test('a server that resets on hellos of more than 511 bytes is described whole', async (t) => {
  const options = {
    ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-SHA:ECDHE-ECDSA-AES128-CCM',
    maxVersion: 'TLSv1.2',
  } as const;
  const port = await before(t, options, (socket, letThrough) => {
    socket.once('data', (hello: Uint8Array) => {
      if (hello.length > 511) return void socket.resetAndDestroy();
      socket.unshift(hello);
      letThrough();
    });
  });
  for (const mode of modes) {
    const endpoint = await take(port, mode);
    assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': 'c00a c02b c0ac' });
    assert.deepEqual(endpoint.largeHello, known(false));
  }
});

test('a server that answers no hello with extensions is asked without', async (t) => {
  const options = { ciphers: 'AES128-SHA:AES256-SHA:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
  const behind = await nodeServer(t, { ...keyed('rsa'), ...options });
  const refusal = encodeRecord(21, 0x0301, Uint8Array.of(2, 40));
  const { port, close } = await startRaw((socket) => {
    socket.once('data', (hello: Uint8Array) => {
      const sessionBytes = hello[43] ?? 0;
      const suiteBytes = ((hello[44 + sessionBytes] ?? 0) << 8) | (hello[45 + sessionBytes] ?? 0);
      const compressionsAt = 46 + sessionBytes + suiteBytes;
      if (hello[0] !== 22 || compressionsAt + 1 + (hello[compressionsAt] ?? 0) < hello.length)
        return void socket.end(refusal);
      const onward = connect(behind, '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      onward.write(hello);
      socket.pipe(onward).pipe(socket);
    });
  });
  t.after(close);
  const endpoint = await take(port, 'standard');
  assert.deepEqual(suitesOf(endpoint), { 'TLSv1.0': '002f 0035', 'TLSv1.1': '002f 0035' });
  assert.deepEqual(
    [endpoint.alpn.known, endpoint.largeHello.known, endpoint.weakSignature.known],
    [false, false, false],
  );
});

/** Suites of an endpoint that never says less than it has, or says that it does not know. */
const limited = { ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-SHA' } as const;
const limitedSuites = { 'TLSv1.2': 'c00a c02b', 'TLSv1.3': '1301' };

test('a limit on open connections is not taken for a refusal', async (t) => {
  let open = 0;
  const port = await before(t, limited, (socket, letThrough) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    if (open <= 2) letThrough();
    else socket.destroy();
  });
  assert.deepEqual(suitesOf(await take(port, 'standard')), limitedSuites);
});

test('a limit on new connections is not taken for a refusal', async (t) => {
  const [perSecond, burst] = [20, 10];
  let tokens = burst;
  let lastMs = performance.now();
  const port = await before(t, limited, (socket, letThrough) => {
    const nowMs = performance.now();
    tokens = Math.min(burst, tokens + ((nowMs - lastMs) / 1000) * perSecond);
    lastMs = nowMs;
    if (tokens < 1) return void socket.resetAndDestroy();
    tokens -= 1;
    letThrough();
  });
  const { versions } = await take(port, 'standard');
  const wrong = versions.filter(({ version, suites, complete }) => {
    const truth = Object.entries(limitedSuites).find(([name]) => name === version)?.[1] ?? '';
    const found = suites.map((code) => code.toString(16).padStart(4, '0')).toSorted();
    return complete && found.join(' ') !== truth;
  });
  assert.deepEqual(wrong, []);
});

test('tickets are known of servers that the usual offer of a whole handshake does not suit', async (t) => {
  const p256 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
  const odd: readonly TlsOptions[] = [
    { ...p256, ecdhCurve: 'brainpoolP384r1:brainpoolP256r1' },
    { minVersion: 'TLSv1.3', ciphers: 'DEFAULT:@SECLEVEL=0:TLS_AES_128_CCM_8_SHA256' },
  ];
  for (const options of odd) {
    const endpoint = await take(await nodeServer(t, options), 'standard');
    assert.ok(endpoint.tickets.known);
    const { tls12LifetimeHint, tls13Lifetime } = endpoint.tickets.value;
    assert.ok((tls12LifetimeHint ?? tls13Lifetime ?? 0) > 0);
  }
});

test('a single suite with Diffie-Hellman is asked often enough to compare its shares', async (t) => {
  const options = {
    ...keyed('rsa'),
    maxVersion: 'TLSv1.2',
    dhparam: 'auto',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256',
  } as const;
  const { keyShareReuse } = await take(await nodeServer(t, options), 'standard');
  assert.ok(keyShareReuse.known);
  assert.equal(keyShareReuse.value.dhe, false);
});

test('a fallback that is closed upon has been prevented as much as one that is answered by its alert', async (t) => {
  const port = await before(
    t,
    { maxVersion: 'TLSv1.2', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
    (socket, letThrough) => {
      socket.once('data', (hello: Buffer) => {
        socket.pause();
        if (hello.includes(Buffer.of(0x56, 0x00))) return socket.end();
        socket.unshift(hello);
        return letThrough();
      });
    },
  );
  const { fallbackScsv } = await take(port, 'standard');
  assert.deepEqual(fallbackScsv, known(true));
});

test('a server that selects whatever protocol is offered refuses none', async (t) => {
  const options = {
    maxVersion: 'TLSv1.2',
    ALPNCallback: ({ protocols: [first] }: { protocols: string[] }) => first,
  } as const;
  const { alpnRejectsUnknown, alpn } = await take(await nodeServer(t, options), 'standard');
  assert.deepEqual(alpnRejectsUnknown, known(false));
  assert.ok(alpn.known);
  assert.deepEqual(alpn.value.selected.toSorted(), ['h2', 'http/1.0', 'http/1.1', 'spdy/3.1']);
});

test('where the newest version is accepted in the end only, everything is asked in it', async (t) => {
  let olderHellos = 0;
  const options = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const port = await before(t, options, (socket, letThrough) => {
    socket.once('data', (hello: Buffer) => {
      socket.pause();
      const isOlder = hello.readUInt16BE(9) < 0x0303;
      olderHellos += isOlder ? 1 : 0;
      if (!isOlder && olderHellos < 8) return socket.end();
      socket.unshift(hello);
      return letThrough();
    });
  });
  const endpoint = await take(port, 'standard');
  assert.deepEqual(endpoint.fallbackScsv, known(true));
  assert.ok(endpoint.weakSignature.known);
  assert.ok(groupsOf(endpoint, 'TLSv1.2')?.includes(0x0017));
});

test('a server that closes upon whoever follows the one before too closely is met in the end', async (t) => {
  let lastMs = performance.now();
  let isMet = false;
  const port = await before(t, { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }, (socket, letThrough) => {
    const sinceMs = performance.now() - lastMs;
    lastMs += sinceMs;
    isMet ||= sinceMs > 400;
    if (isMet) return letThrough();
    return socket.end();
  });
  const { versions, controlPassed } = await take(port, 'standard');
  assert.ok(controlPassed);
  const accepted = versions.filter((version) => version.accepted.known && version.accepted.value);
  assert.deepEqual(
    accepted.map(({ version }) => version),
    ['TLSv1.2'],
  );
});

test('a curve that no browser names is found, alone and beside RSA key exchange', { skip }, async (t) => {
  const sect163k1 = 0x0001;
  for (const ciphers of ['ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES256-SHA', 'AES128-SHA:ECDHE-RSA-AES128-SHA']) {
    const suites = ciphers.startsWith('AES') ? '002f c013' : 'c013 c014';
    const options = { ...keyed('rsa'), ciphers: `${ciphers}:@SECLEVEL=0`, ecdhCurve: 'sect163k1' } as const;
    for (const mode of modes) {
      const port = await nodeServer(t, { ...options, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
      const endpoint = await take(port, mode);
      assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': suites });
      assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), [sect163k1]);
    }
  }
});
