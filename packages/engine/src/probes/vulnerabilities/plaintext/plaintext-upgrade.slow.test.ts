import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '@perimeter/lab/harness';
import { readPipelined, readUpgrade } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import { publishedPorts } from '../../ports.ts';
import type { LocalServer } from '../../../tls/testing/local-server.ts';
import { startRaw } from '../../../tls/testing/servers.ts';
import { isVulnerable } from '../testing/found.ts';
import { startMail, startOpen, startText, type Pipelining } from '../testing/servers.ts';
import { takeFlaws } from '../testing/take.ts';

async function takeBeside(port: 80 | 143 | 110, server: LocalServer) {
  const web = await startOpen({ minVersion: 'TLSv1.3' });
  const ports = { 443: web.port, [port]: server.port };
  const { evidence } = await takeFlaws({ host: 'server.test', address: '127.0.0.1', ports });
  web.close();
  server.close();
  return evidence;
}

sideBySide('local servers', () => {
  const answers: readonly (readonly [string, string, boolean])[] = [
    ['a page without Upgrade', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', false],
    ['a redirect', 'HTTP/1.1 301 Moved\r\nLocation: https://server.test/\r\nContent-Length: 0\r\n\r\n', false],
    [
      'an upgrade to HTTP/2',
      'HTTP/1.1 200 OK\r\nUpgrade: h2,h2c\r\nConnection: Upgrade\r\nContent-Length: 0\r\n\r\n',
      false,
    ],
    ['an upgrade to something like it', 'HTTP/1.1 200 OK\r\nUpgrade: xTLS/1.0\r\nContent-Length: 0\r\n\r\n', false],
    ['Upgrade: TLS/1.0', 'HTTP/1.1 200 OK\r\nUpgrade: TLS/1.0, HTTP/1.1\r\nContent-Length: 0\r\n\r\n', true],
    ['TLS behind HTTP/2', 'HTTP/1.1 426 No\r\nupgrade: h2c\r\nUPGRADE: tls/1.2\r\nContent-Length: 0\r\n\r\n', true],
    ['a switch to something else', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n', false],
    ['a switch without a name', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n', true],
    ['a switch', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: TLS/1.0, HTTP/1.1\r\nConnection: Upgrade\r\n\r\n', true],
  ];

  for (const [what, answer, expected] of answers) {
    test(`${what} on port 80 is ${expected ? 'Opossum' : 'no Opossum'}`, async () => {
      const { opossum } = await takeBeside(80, await startText(answer));
      const [port80] = opossum;
      assert.equal(port80 === undefined ? null : isVulnerable(port80.answer, readUpgrade), expected);
    });
  }

  test('invalid data on port 80 is inconclusive', async () => {
    const { opossum } = await takeBeside(80, await startText('SSH-2.0-OpenSSH\r\n'));
    assert.equal(opossum[0]?.answer.known, false);
  });

  const mail: readonly (readonly [Pipelining, boolean | null])[] = [
    ['answered-inside', true],
    ['dropped', false],
    ['answered-in-clear', false],
    ['refused', null],
  ];

  for (const protocol of ['imap', 'pop3'] as const) {
    for (const [pipelining, expected] of mail) {
      test(`${protocol}: a command after the upgrade that is ${pipelining} is ${String(expected)}`, async () => {
        const port = protocol === 'imap' ? 143 : 110;
        const { startTls } = await takeBeside(port, await startMail(protocol, pipelining));
        assert.ok(startTls.known);
        const [one] = startTls.value;
        assert.equal(startTls.value.length, 1);
        assert.deepEqual([one?.protocol, one?.address, one?.port], [protocol, '127.0.0.1', port]);
        assert.ok(one !== undefined);
        assert.equal(isVulnerable(one.exchange, readPipelined), expected, JSON.stringify(one));
      });
    }
  }

  test('a port that sends without end is inconclusive', async () => {
    const server = await startRaw((socket) => {
      const flood = (): void => {
        if (!socket.destroyed) socket.write('* OK more\r\n'.repeat(500), flood);
      };
      flood();
    });
    const { startTls } = await takeBeside(143, server);
    assert.ok(startTls.known && startTls.value[0]?.exchange.known === false);
  });

  test('every connection of both probes names its host, whose owner may have opted out', async () => {
    const web = await startOpen({ maxVersion: 'TLSv1.2' });
    const mailbox = await startMail('imap', 'dropped');
    const dialled: string[] = [];
    await takeFlaws(
      { host: 'server.test', address: '127.0.0.1', ports: { 443: web.port, 143: mailbox.port } },
      {
        refuses: ({ port, host }) => {
          dialled.push(`${port} ${host ?? 'nobody'}`);
          return null;
        },
      },
    );
    web.close();
    mailbox.close();
    const published = publishedPorts.map(({ port }) => `${port} server.test`);
    assert.deepEqual([...new Set(dialled)].toSorted(), published.toSorted());
  });
});
