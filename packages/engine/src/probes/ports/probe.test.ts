import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { noCertificates } from '../../evidence/certificates/example.ts';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { noHttp } from '../../evidence/http/example.ts';
import { portsEvidence } from '../../evidence/ports/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { type ContextOptions, testContext } from '../testing/context.ts';
import { standardPorts } from '@perimeter/protocols/services/ports.data';
import { probePorts } from './probe.ts';
import { controlPorts } from './sweep.ts';

const address = '203.0.113.1';
const servers: Server[] = [];
const sockets = new Set<Socket>();
after(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

type Talk = (socket: Socket, said: () => string) => void;

/** A server at a loopback port, and what it received on each connection. */
async function listen(talk: Talk): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    const at = heard.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard[at] += chunk.toString('latin1');
      talk(socket, () => heard[at] ?? '');
    });
    talk(socket, () => '');
  });
  servers.push(server);
  const port = await takeFreePort(server);
  return { port, heard };
}

const answers =
  (greeting: string, answer = ''): Talk =>
  (socket, said) =>
    void socket.write(said() === '' ? greeting : answer);

const neededOf = (robotsBar = false) => ({
  endpoints: { hosts: [endpointHost('site.lab', [address])] },
  tls: { endpoints: [] },
  certificates: noCertificates,
  http: { ...noHttp, robotsBar },
  behaviour: noBehaviour,
});

/** The probe's evidence of a host with these services; all other ports refuse. */
async function look(services: Readonly<Record<number, Talk>>, options: ContextOptions = {}, robotsBar = false) {
  const named = await Promise.all(
    Object.entries(services).map(async ([port, talk]) => [Number(port), await listen(talk)] as const),
  );
  const context = testContext({
    ...options,
    target: { domain: 'site.lab', registrableDomain: 'site.lab', ...options.target },
    settings: {
      allowNetworks: ['203.0.113.0/24'],
      dialMap: new Map([
        ['*', '127.0.0.1:1'],
        ...named.map(([port, one]) => [`${address}:${port}`, `127.0.0.1:${one.port}`] as const),
      ]),
      ...options.settings,
    },
  });
  const evidence = await probePorts(context, neededOf(robotsBar));
  return { ports: portsEvidence.parse(evidence), heard: new Map(named.map(([port, one]) => [port, one.heard])) };
}

const shown = ({ open }: Awaited<ReturnType<typeof look>>['ports']): string[] =>
  open.map(({ port, service, access }) => `${port} ${service ?? '-'} ${access}`);

// Some wait for silence, and for a budget of connections.
suite('ports of a host', { concurrency: 8 }, () => {
  test('services are recognized by their answers, with and without authentication', async () => {
    const { ports, heard } = await look({
      21: answers('220 hello\r\n', '211-Features:\r\n UTF8\r\n211 End\r\n'),
      3306: answers('\x0d\0\0\0\x0a8.0.36\0rest'),
      6379: answers('', '-NOAUTH Authentication required.\r\n'),
      9200: answers('', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"cluster_name":"secret-name"}'),
      11_211: answers('', 'VERSION 1.6.18\r\n'),
    });
    assert.deepEqual(shown(ports), [
      '21 ftp unknown',
      '3306 mysql unknown',
      '6379 redis guarded',
      '9200 elasticsearch open',
      '11211 memcached open',
    ]);
    assert.equal(ports.addresses[0]?.closed.length, 27);
    // The cluster's name is data; its label is proof.
    assert.match(ports.open[3]?.heard ?? '', /\.\.\. "cluster_name" \.\.\.$/);
    assert.deepEqual(heard.get(6379), ['PING\r\n']);
    assert.deepEqual(heard.get(3306), ['']);
  });

  test('conversations with hostile services end, and little of their data is stored', async () => {
    const flood: Talk = (socket) => void socket.write('x'.repeat(4 * 1024 * 1024));
    const drip: Talk = (socket) => {
      const timer = setInterval(() => socket.write('\xff'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    const { ports } = await look({
      21: flood,
      110: drip,
      143: (socket) => socket.resetAndDestroy(),
      5900: (socket) => socket.end(),
      8080: answers('', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(9_000)}`),
    });
    // A connection that is reset at once may count as open or as no result; never as closed.
    assert.equal(ports.open.length + (ports.addresses[0]?.unseen.length ?? 0), 5);
    assert.ok(ports.addresses[0]?.closed.includes(143) === false);
    for (const { heard, heardBytes, service } of ports.open) {
      assert.ok(heard.length <= 512 && heardBytes <= 16 * 1024);
      assert.equal(service, null);
    }
  });

  test('an address that accepts connections on every port is a tarpit', async () => {
    const mute: Talk = () => {};
    const [one = 0, two = 0] = controlPorts('test');
    const { ports } = await look({ [one]: mute, [two]: mute, 6379: answers('', '+PONG\r\n') });
    assert.equal(ports.addresses[0]?.tarpit, true);
  });

  test('a host that imitates nearly every service has none of them', async () => {
    const play = Object.fromEntries(standardPorts.slice(0, 20).map((port) => [port, answers('', '+PONG\r\n')]));
    const { ports } = await look({ ...play, 6379: answers('', '+PONG\r\n') });
    assert.equal(ports.addresses[0]?.tarpit, true);
  });

  test('an address that refuses port 443 after the sweep has banned the audit, and no port is certainly closed', async () => {
    const first = servers.length;
    const ban: Talk = () => void servers[first + 1]?.close();
    const { ports } = await look({ 22: ban, 443: () => {} });
    const [address] = ports.addresses;
    assert.deepEqual([address?.closed, address?.answering, ports.open.length], [[], false, 1]);
    assert.ok((address?.unseen.length ?? 0) > 20);
  });

  test("a filter's ICMP message is no answer of the host, and a reset after the handshake is unknown", async () => {
    const failed = async (reason: 'unreachable' | 'reset') => {
      const context = testContext({ target: { domain: 'site.lab' } });
      const connect: ProbeContext['dialer']['connect'] = async ({ port }) => ({
        ok: false,
        failure: { reason: port === 443 ? 'refused' : reason, gap: 'words-kept', values: [''] },
      });
      const [swept] = (await probePorts({ ...context, dialer: { ...context.dialer, connect } }, neededOf())).addresses;
      return [swept?.closed.length, swept?.silent.length, swept?.unseen.length, swept?.answering];
    };
    assert.deepEqual(await failed('unreachable'), [0, 32, 0, true]);
    assert.deepEqual(await failed('reset'), [0, 0, 32, true]);
  });

  test('a Docker API that requires TLS is tested within TLS, and counts as protected where that has no result', async () => {
    const refusal = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';
    const { ports, heard } = await look({
      2375: (socket, said) =>
        void (said().startsWith('GET') ? socket.write(refusal) : said() !== '' && socket.destroy()),
    });
    assert.deepEqual(shown(ports), ['2375 docker guarded']);
    const [plain = '', within = ''] = heard.get(2375) ?? [];
    assert.ok(plain.startsWith('GET /containers/perimeter/json ') && within.startsWith('\x16\x03'));
  });

  test('a Docker API behind a filter only discloses its version', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';
    const { ports, heard } = await look({
      2375: (socket, said) => {
        if (said().startsWith('GET /version ')) socket.write(`${head}{"Version":"24.0.7","ApiVersion":"1.43"}`);
        else if (said() !== '')
          socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/html\r\n\r\n<h1>403 Forbidden</h1>');
      },
    });
    assert.deepEqual(
      [shown(ports), ports.open[0]?.version, heard.get(2375)?.length],
      [['2375 docker unknown'], '24.0.7', 2],
    );
  });

  test('a slow service that has sent its greeting gets twice the time', async () => {
    const answer = (socket: Socket): void => void socket.write('211-Features:\r\n AUTH TLS\r\n211 End\r\n');
    const { ports } = await look({
      21: (socket, said) =>
        void (said() === '' ? socket.write('220 (vsFTPd 3.0.5)\r\n') : setTimeout(answer, 1_700, socket)),
    });
    assert.deepEqual(ports.open[0]?.marks, ['tls-offered']);
  });

  test('FTP that refuses FEAT is asked AUTH TLS on a second connection, and its answer decides', async () => {
    const ftp =
      (auth: string): Talk =>
      (socket, said) =>
        void socket.write(said() === '' ? '220 ready\r\n' : said() === 'AUTH TLS\r\n' ? auth : '530 Please login\r\n');
    const shownBy = async (auth: string) => {
      const { ports, heard } = await look({ 21: ftp(auth) });
      const [open] = ports.open;
      return [open?.service, open?.marks.join(), open?.sent, heard.get(21)];
    };
    const asked = ['FEAT\r\n', 'AUTH TLS\r\n'];
    assert.deepEqual(await shownBy('234 Proceed\r\n'), ['ftp', 'tls-offered', 'AUTH TLS\n', asked]);
    assert.deepEqual(await shownBy('530 Please login\r\n'), ['ftp', 'no-tls', 'AUTH TLS\n', asked]);
    assert.deepEqual(await shownBy('431 Later\r\n'), ['ftp', '', 'AUTH TLS\n', asked]);
  });

  test('a port that echoes its input is no service', async () => {
    const echo: Talk = (socket, said) => void socket.write(said());
    const { ports } = await look({ 22: echo, 389: echo, 873: echo, 6379: echo });
    assert.deepEqual(shown(ports), ['22 - unknown', '389 - unknown', '873 - unknown', '6379 - unknown']);
    assert.deepEqual(
      ports.open.map(({ ssh }) => ssh),
      [null, null, null, null],
    );
  });

  test('an answer that begins like the query, or follows a similar greeting, is read', async () => {
    const { ports } = await look(
      {
        2181: answers('', 'srvr is not executed because it is not in the whitelist.\n'),
        5900: answers('RFB 003.008\n', '\x01\x02'),
      },
      { target: { scanMode: 'deep', authority: true } },
    );
    assert.deepEqual(shown(ports), ['2181 zookeeper guarded', '5900 vnc guarded']);
  });

  test('a shared edge is tested on two ports', async () => {
    const edges = { name: 'test', date: '2026-01-01', networks: [{ name: 'Edge', prefixes: ['203.0.113.0/24'] }] };
    const { ports } = await look({ 6379: answers('', '+PONG\r\n') }, { settings: { edges } });
    const [only] = ports.addresses;
    assert.deepEqual([only?.edge, only?.asked, ports.open.length], [{ name: 'Edge', by: 'range' }, 2, 0]);
  });

  test('no port is tested where the operator forbids it, or robots.txt excludes the audit', async () => {
    const redis = { 6379: answers('', '+PONG\r\n') };
    const passive = await look(redis, { target: { passive: true } });
    const barred = await look(redis, {}, true);
    for (const [{ ports, heard }, why] of [
      [passive, 'passive'],
      [barred, 'robots'],
    ] as const) {
      assert.equal(ports.notAsked, why);
      assert.deepEqual(heard.get(6379), []);
    }
  });
});
