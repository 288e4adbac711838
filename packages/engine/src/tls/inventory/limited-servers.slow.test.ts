import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sideBySide } from '@perimeter/lab/harness';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import { startRaw } from '../testing/servers.ts';
import { skip, modes, known, take, suitesOf, groupsOf, keyed, nodeServer, before } from '../testing/odd-server.ts';

/** What stands in the list of signature_algorithms (RFC 9846 section 4.3.3) of a hello, or null. */
function schemesIn(hello: Buffer): readonly number[] | null {
  for (let at = hello.indexOf('000d', 0, 'hex'); at !== -1; at = hello.indexOf('000d', at + 1, 'hex')) {
    const length = at + 6 <= hello.length ? hello.readUInt16BE(at + 4) : 0;
    if (length > 0 && hello.readUInt16BE(at + 2) === length + 2 && at + 6 + length <= hello.length)
      return Array.from({ length: length / 2 }, (_, index) => hello.readUInt16BE(at + 6 + 2 * index));
  }
  return null;
}

/** Suites of an endpoint that never says less than it has, or says that it does not know. */
const limited = { ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-SHA' } as const;
const limitedSuites = { 'TLSv1.2': 'c00a c02b', 'TLSv1.3': '1301' };

/** As many as the inventory makes without a pause to a server that closes each. */
const closeTogether = 16;

sideBySide('limited servers', () => {
  test('groups are found at servers that read at most 22 signature schemes', { skip }, async (t) => {
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

  test('an answer in one-byte segments is read like any other', async (t) => {
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

  test('a slow server with one connection at a time is described completely', async (t) => {
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

  test('a server that resets hellos of more than 511 bytes is described completely', async (t) => {
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

  test('a server that answers no hello with extensions is scanned without them', async (t) => {
    const options = {
      ciphers: 'AES128-SHA:AES256-SHA:@SECLEVEL=0',
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
    } as const;
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

  test('a limit on open connections is not reported as a refusal', async (t) => {
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

  test('a limit on new connections is not reported as a refusal', async (t) => {
    // By count, as time differs from machine to machine: after a burst of ten, one of three while the limit lasts.
    let met = 0;
    const port = await before(t, limited, (socket, letThrough) => {
      met += 1;
      if (met > 10 && met <= 25 && met % 3 !== 0) return void socket.resetAndDestroy();
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

  test('if the newest version is accepted only at the end, everything is tested with it', async (t) => {
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

  test('a server that closes all connections in quick succession is still scanned at the end', async (t) => {
    let met = 0;
    const port = await before(t, { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }, (socket, letThrough) => {
      met += 1;
      if (met > closeTogether) return letThrough();
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
});
