import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { readIdentification } from '@perimeter/protocols/ssh/identification';
import { readKexInit, type SshKexInit } from '@perimeter/protocols/ssh/kex-init';
import { labTest, sideBySide } from '../../harness.ts';
import { addressesOf, endpoint } from '../../hosts/endpoints.ts';
import { industrialPorts } from '../../hosts/exposed.data.ts';
import { hostilePorts } from './hostile-ports.ts';
import { recordFile } from './recorder.ts';
import { sshOffers } from './ssh.ts';

/** Without an answer for as long, a port is silent. */
const silenceMs = 1_200;
/** How long an answer that is expected is waited for: longer than a busy host takes. */
const answerMs = 30_000;

/**
 * The outcome of a connection: open, refused or unanswered, and what was heard: until it is enough, where something is
 * expected, else until the port has been silent.
 */
function outcomeOf(
  host: string,
  port: number,
  say?: Uint8Array,
  { isEnough, silentAfterMs = silenceMs }: { isEnough?: (heard: Buffer) => boolean; silentAfterMs?: number } = {},
): Promise<{ state: string; heard: Buffer }> {
  const socket = connect({ host, port });
  let state = 'silent';
  let heard = Buffer.alloc(0);
  return new Promise((resolve) => {
    // What arrived while this process was busy is read before the end.
    const end = (): void => void setImmediate(() => socket.destroy());
    const timer = setTimeout(end, isEnough === undefined ? silentAfterMs : answerMs);
    socket.on('connect', () => {
      state = 'open';
      if (say !== undefined) socket.write(say);
    });
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.length > 65_536 || isEnough?.(heard) === true) socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (state === 'silent' && error.code === 'ECONNREFUSED') state = 'closed';
      // Accepted, then reset before this process noticed: only an open port does that.
      if (state === 'silent' && error.code === 'ECONNRESET') state = 'open';
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ state, heard });
    });
  });
}

const stateOf = async (host: string, port: number): Promise<string> => (await outcomeOf(host, port)).state;
const addressOf = (host: string): string => endpoint(host).address;

sideBySide(
  'hosts as wholes',
  () => {
    labTest(
      'silent.lab drops everything but 443',
      async () => {
        const at = addressOf('silent.lab');
        const ports = [443, 80, 22, 6379, 50_123];
        assert.deepEqual(await Promise.all(ports.map((port) => stateOf(at, port))), [
          'open',
          ...Array.from({ length: 4 }, () => 'silent'),
        ]);
      },
      ['silent.lab'],
    );

    labTest(
      'tarpit.lab accepts everywhere and says nothing',
      async () => {
        const ports = [80, 22, 6379, 50_123, 1, 65_535];
        const all = await Promise.all(
          ports.map((port) => outcomeOf(addressOf('tarpit.lab'), port, Buffer.from('PING\r\n'))),
        );
        assert.deepEqual(
          all.map(({ state, heard }) => [state, heard.length]),
          ports.map(() => ['open', 0]),
        );
      },
      ['tarpit.lab'],
    );

    labTest('v6gap.lab is open on IPv6 where it is closed on IPv4, and v6equal.lab is the same on both', async () => {
      const states = async (host: string, port: number): Promise<readonly string[]> =>
        await Promise.all(addressesOf(endpoint(host)).map((address) => stateOf(address, port)));
      assert.deepEqual(await states('v6gap.lab', 22), ['closed', 'open']);
      assert.deepEqual(await states('v6gap.lab', 6379), ['closed', 'open']);
      assert.deepEqual(await states('v6equal.lab', 22), ['open', 'open']);
    });

    labTest('shared.lab has the certificate of the hoster for clients that name no host', async () => {
      const subjectFor = (servername: string): Promise<string> =>
        new Promise((resolve, reject) => {
          const socket = connectTls(
            { host: addressOf('shared.lab'), port: 443, servername, rejectUnauthorized: false },
            () => {
              resolve(socket.getPeerCertificate().subjectaltname ?? '');
              socket.destroy();
            },
          );
          socket.on('error', reject);
        });
      assert.match(await subjectFor(''), /web7\.hoster\.lab/);
      assert.match(await subjectFor('shared.lab'), /DNS:shared\.lab/);
    });

    labTest('edge.lab answers with the mark of its network', async () => {
      const { heard } = await outcomeOf(
        addressOf('edge.lab'),
        8080,
        Buffer.from('GET / HTTP/1.1\r\nHost: edge.lab\r\nConnection: close\r\n\r\n'),
        { isEnough: (octets) => octets.includes('\r\n\r\n') },
      );
      assert.match(heard.toString('latin1'), /403[^]*CF-RAY/);
    });

    labTest('ports of industrial systems are open, silent, and write down what they hear', async () => {
      const at = addressOf('industrial.lab');
      for (const port of industrialPorts)
        assert.deepEqual(await outcomeOf(at, port), { state: 'open', heard: Buffer.alloc(0) });
      const read = (): string => (existsSync(recordFile) ? readFileSync(recordFile, 'utf8') : '');
      const before = read();
      await outcomeOf(at, 47_808, Buffer.from('lab'));
      while (read() === before) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(read(), `${before}industrial.lab 47808 6c6162\n`);
    });

    labTest(
      'redis-protected.lab denies strangers',
      async () => {
        const { heard } = await outcomeOf(addressOf('redis-protected.lab'), 6379, Buffer.from('PING\r\n'), {
          isEnough: (octets) => octets.includes('\n'),
        });
        assert.match(heard.toString('latin1'), /^-DENIED/);
      },
      ['redis.redis-protected.lab'],
    );
  },
  8,
);

const hasOffer = (heard: Buffer): boolean => {
  const identification = readIdentification(heard);
  return identification !== null && readKexInit(heard, identification.length) !== null;
};

async function offerOf(host: string): Promise<{ software: string; protocol: string; kex: SshKexInit | null }> {
  const { heard } = await outcomeOf(addressOf(host), 22, Buffer.from('SSH-2.0-lab\r\n'), { isEnough: hasOffer });
  const identification = readIdentification(heard);
  assert.ok(identification, host);
  return { ...identification, kex: readKexInit(heard, identification.length) };
}

sideBySide(
  'SSH servers',
  () => {
    for (const [host, offer] of Object.entries(sshOffers)) {
      labTest(`${host} offers what its row says`, async () => {
        const { kex, protocol } = await offerOf(host);
        assert.match(offer.identification, new RegExp(`SSH-${protocol.replace('.', '\\.')}-`));
        assert.deepEqual(
          [kex?.kex.join(' '), kex?.hostKeys.join(' '), kex?.ciphersToClient.join(' ')],
          [offer.kex, offer.hostKeys, offer.ciphers],
        );
      });
    }

    labTest(
      'ssh-modern.lab is OpenSSH with post-quantum and strict key exchange',
      async () => {
        const { kex, software } = await offerOf('ssh-modern.lab');
        assert.match(software, /^OpenSSH_/);
        assert.ok(kex?.kex.includes('sntrup761x25519-sha512@openssh.com'));
        assert.ok(kex?.kex.includes('kex-strict-s-v00@openssh.com'));
        assert.ok(!kex?.ciphersToClient.some((name) => name.includes('cbc')));
      },
      ['ssh.ssh-modern.lab'],
    );

    labTest(
      'ssh-weak.lab is OpenSSH with group 1, CBC, MD5, and SHA-1 for its key',
      async () => {
        const { kex } = await offerOf('ssh-weak.lab');
        assert.ok(kex?.kex.includes('diffie-hellman-group1-sha1'));
        assert.ok(kex?.ciphersToClient.includes('3des-cbc'));
        assert.ok(kex?.macsToClient.includes('hmac-md5'));
        assert.deepEqual(kex?.hostKeys, ['ssh-rsa']);
      },
      ['ssh.ssh-weak.lab'],
    );
  },
  12,
);

labTest('hostile ports are of thirty kinds, and each takes connections', async () => {
  const all = Object.entries(hostilePorts).flatMap(([host, ports]) =>
    Object.keys(ports).map((port) => [host, Number(port)] as const),
  );
  assert.ok(all.length >= 30, String(all.length));
  // One after the other, because most send as fast as possible.
  for (const [host, port] of all) {
    const { state } = await outcomeOf(addressOf(host), port, Buffer.from('hello\r\n\r\n'), { silentAfterMs: 300 });
    assert.equal(state, 'open', `${host} ${port}`);
  }
});
