import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import * as binary from './binary.ts';
import { readGreeting } from './greetings.ts';
import * as lines from './lines.ts';
import type { Reader } from './reading.ts';
import { nextTalk, talkFor, talksOf, talks } from './talks.data.ts';
import { cpuMsOf } from '../testing/cpu-time.ts';
import { latin1Bytes } from '../bytes.ts';

const hex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const http = (status: string, head: string, body = ''): Uint8Array =>
  latin1Bytes(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);

const jupyterPolicy =
  "Content-Security-Policy: frame-ancestors 'self'; report-uri /api/security/csp-report; default-src 'none'";
const json = 'Content-Type: application/json';
const amqpStart = (product: string, mechanisms: string): Uint8Array =>
  latin1Bytes(`\x01\0\0\0\0\0\x40\0\x0a\0\x0a\0\x09product S ${product} ${mechanisms}`);
const mongoReply = (elements: string): Uint8Array =>
  latin1Bytes(`\x40\0\0\0\x01\0\0\0\x01\0\0\0\xdd\x07\0\0\0\0\0\0\0\x20\0\0\0\x10${elements}`);

/** What the first talk of a port reads in an answer. */
const readAny = (port: number, said: Uint8Array) => talksOf(port)[0]?.read(said) ?? null;

/** What a port's talk reads in an answer: service, access and marks in one line. */
function readAt(port: number, said: Uint8Array): string {
  const [first, ...others] = talksOf(port).map(({ read }) => read(said));
  const isKnown = first !== null && first?.service !== 'http';
  const found = isKnown ? first : (others.find((one) => one !== null && one.service !== 'http') ?? first);
  return found === null || found === undefined ? '-' : [found.service, found.access, ...found.marks].join(' ');
}

const rows: readonly (readonly [port: number, said: Uint8Array, expected: string])[] = [
  [6379, latin1Bytes('+PONG\r\n'), 'redis open'],
  [6379, latin1Bytes('-NOAUTH Authentication required.\r\n'), 'redis guarded'],
  [6379, latin1Bytes('-DENIED Redis is running in protected mode'), 'redis guarded host-refused'],
  [6379, latin1Bytes('-MISCONF Redis is configured to save RDB snapshots\r\n'), 'redis open'],
  [6379, latin1Bytes('-LOADING Redis is loading the dataset in memory\r\n'), 'redis open'],
  [6379, latin1Bytes('-MISCONF\r\n'), '-'],
  [6380, latin1Bytes('+PONG\r\n'), 'redis open'],
  [6379, latin1Bytes('SSH-2.0-x\r\n'), '-'],
  [11_211, latin1Bytes('VERSION 1.6.18\r\n'), 'memcached open'],
  [11_211, latin1Bytes('ERROR\r\n'), '-'],
  [2181, latin1Bytes('Zookeeper version: 3.8.0-5a02a05'), 'zookeeper open'],
  [2181, latin1Bytes('srvr is not executed because it is not in the whitelist.\n'), 'zookeeper guarded'],
  [21, latin1Bytes('220 hello\r\n211-Features:\r\n AUTH TLS\r\n211 End\r\n'), 'ftp unknown tls-offered'],
  [21, latin1Bytes('220 hello\r\n211-Features:\r\n UTF8\r\n211 End\r\n'), 'ftp unknown no-tls'],
  [
    21,
    latin1Bytes('220-hello\r\n250 and\r\n220 welcome\r\n211-Features:\r\n AUTH SSL;TLS\r\n211 End\r\n'),
    'ftp unknown tls-offered',
  ],
  [21, latin1Bytes('220 hello\r\n211 no features\r\n'), 'ftp unknown no-tls'],
  [21, latin1Bytes('220 hello\r\n211-Features:\r\n AUTH TLS\r\n'), '-'],
  [21, latin1Bytes('220-hello\r\n220 welcome\r\n'), '-'],
  [21, latin1Bytes('220 hello\r\n500 Unknown command\r\n'), 'ftp unknown'],
  [21, latin1Bytes('220 hello\r\n502 Not implemented\r\n'), 'ftp unknown'],
  [21, latin1Bytes('220 hello\r\n421 Busy\r\n'), 'ftp unknown'],
  [21, latin1Bytes('220 hello\r\n530 Please login\r\n'), 'ftp unknown'],
  [110, latin1Bytes('+OK hi\r\n+OK list\r\nSTLS\r\n.\r\n'), 'pop3 unknown tls-offered'],
  [110, latin1Bytes('+OK hi\r\n+OK list\r\nUSER\r\n.\r\n'), 'pop3 unknown no-tls plain-login'],
  [
    143,
    latin1Bytes('* OK hi\r\n* CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED\r\na1 OK\r\n'),
    'imap unknown tls-offered',
  ],
  [143, latin1Bytes('* OK hi\r\n* CAPABILITY IMAP4rev1\r\na1 OK done\r\n'), 'imap unknown no-tls plain-login'],
  [5432, latin1Bytes('S'), 'postgresql unknown tls-offered'],
  [5432, latin1Bytes('N'), 'postgresql unknown no-tls'],
  [3389, hex('03000013 0ed000001234 00 02 00 0800 02000000'), 'rdp unknown no-nla'],
  [3389, hex('03000013 0ed000001234 00 03 00 0800 05000000'), 'rdp unknown nla'],
  [445, hex('00000020 fe534d42 4000'), 'smb unknown smb2'],
  [445, hex('00000020 ff534d42 72'), 'smb unknown smb1'],
  [139, hex('83000001 8f'), 'smb unknown'],
  [445, latin1Bytes('\x83 noise'), '-'],
  [3389, hex('03000013 0ed000001234 00 03 00 0800 06000000'), 'rdp unknown nla'],
  // The second type is still to come.
  [5900, latin1Bytes('RFB 003.008\n\x02\x02'), '-'],
  [5900, latin1Bytes('RFB 003.008\n\x02\x02\x01'), 'vnc open vnc-none'],
  [23, latin1Bytes('\r\nUser Access Verification\r\n\r\nPassword: '), 'telnet unknown'],
  [23, latin1Bytes('host login: '), 'telnet unknown'],
  [23, latin1Bytes('last login: today\r\n'), '-'],
  // Text in UTF-16.
  [23, latin1Bytes('\xff\xfeH\0'), '-'],
  [21, latin1Bytes('220 hello\r\n211-Features\r\n211-AUTH TLS\r\n211 End\r\n'), 'ftp unknown tls-offered'],
  [5900, latin1Bytes('RFB 003.008\n\x01\x01'), 'vnc open vnc-none'],
  [5900, latin1Bytes('RFB 003.008\n\x02\x02\x10'), 'vnc guarded'],
  [5900, latin1Bytes('RFB 003.008\n\x02\x13\x02'), 'vnc guarded'],
  [5900, latin1Bytes('RFB 003.008\n\x02\x13\x12'), 'vnc guarded vnc-encrypted'],
  [5900, latin1Bytes('RFB 003.003\n\0\0\0\x01'), 'vnc open vnc-none'],
  [389, hex('300c 020101 6507 0a0101 0400 0400'), 'ldap guarded'],
  [389, hex('3010 020101 640b'), 'ldap guarded'],
  [389, latin1Bytes('0x02\x01\x01'), '-'],
  [
    389,
    latin1Bytes('0\x30\x02\x01\x01\x64\x2b\x04\0\x30\x27\x30\x25\x04\x0enamingContexts'),
    'ldap open naming-contexts',
  ],
  // Our own question, said back.
  [389, latin1Bytes('0\x35\x02\x01\x01\x63\x30\x04\0\x0a\x01\0\x87\x0bobjectClass\x30\x10\x04\x0enamingContexts'), '-'],
  [6000, hex('01000b0000000000'), 'x11 open'],
  [6000, hex('00060b0000000000'), 'x11 guarded'],
  [5555, latin1Bytes(`CNXN${'\0'.repeat(20)}`), 'adb open'],
  [5555, latin1Bytes(`AUTH${'\0'.repeat(20)}`), 'adb guarded'],
  [9042, hex('84 00 0000 06 00000010 0001000b').subarray(0, 9), '-'],
  [9200, http('200 OK', 'Content-Type: application/json', '{"cluster_name":"x"}'), 'elasticsearch open'],
  [9200, http('200 OK', 'Content-Type: text/plain', 'We write about "cluster_name".'), 'http unknown'],
  [5984, http('200 OK', 'Server: CouchDB/3.3\r\nTransfer-Encoding: chunked', '1a\r\n["_users"]'), 'couchdb open'],
  [9200, http('401 Unauthorized', 'WWW-Authenticate: Basic realm="security"'), 'elasticsearch guarded'],
  [9200, http('200 OK', 'Server: nginx', '<html>'), 'http unknown'],
  [5985, http('405', 'Server: Microsoft-HTTPAPI/2.0\r\nContent-Length: 0'), 'winrm unknown'],
  [2375, http('404 Not Found', json, '{"message":"No such container: perimeter"}'), 'docker open'],
  [
    2375,
    http(
      '404 Not Found',
      'Server: Libpod/4.3.1 (linux)',
      '{"cause":"no such container","message":"no container with name or ID \\"perimeter\\" found"}',
    ),
    'docker open',
  ],
  [2375, http('200 OK', 'Server: Docker/24', '{"ApiVersion":"1.43"}'), 'docker unknown'],
  [2375, http('403 Forbidden', 'Content-Type: text/html', '<h1>403 Forbidden</h1>'), 'http unknown'],
  [2375, http('404 Not Found', json, '{"message":"page not found"}'), 'http unknown'],
  [8200, http('200 OK', json, '{"initialized":true,"sealed":false,"version":"1.15.2"}'), 'vault guarded'],
  [8200, http('503 Service Unavailable', json, '{"initialized":true,"sealed":true}'), 'vault guarded'],
  [8200, http('501 Not Implemented', json, '{"initialized":false,"sealed":true}'), 'vault open'],
  [8200, http('200 OK', json, '{"initialized":true}'), 'http unknown'],
  [7474, http('200 OK', json, '{"neo4j_version":"3.5.30"}'), 'neo4j open'],
  [
    7474,
    http('404 Not Found', json, '{"results":[],"errors":[{"code":"Neo.ClientError.Database.DatabaseNotFound"}]}'),
    'neo4j open',
  ],
  [
    7474,
    http('401 Unauthorized', json, '{"errors":[{"code":"Neo.ClientError.Security.Unauthorized"}]}'),
    'neo4j guarded',
  ],
  [7474, http('404 Not Found', json, '{"errors":[{"code":"NotFound"}]}'), 'http unknown'],
  [10_250, http('401 Unauthorized', 'Content-Length: 12', 'Unauthorized'), 'kubelet guarded'],
  [10_250, http('200 OK', 'X: y', '{"kind":"PodList"}'), 'kubelet open'],
  [10_250, http('403 Forbidden', 'X: y', 'Forbidden (user=system:anonymous, verb=get)'), 'kubelet guarded'],
  [10_250, http('403 Forbidden', 'Server: nginx', '<title>403 Forbidden</title>'), 'http unknown'],
  [6443, http('403 Forbidden', 'X: y', '{"kind":"Status"}'), 'kubernetes guarded'],
  [11_434, http('200 OK', 'X: y', '{"version":"0.3.1"}'), 'ollama open'],
  [11_434, http('200 OK', json, '{"version":"1.0","service":"gateway"}'), 'http unknown'],
  [8086, http('200 OK', json, '{"results":[]}'), 'http unknown'],
  [8086, http('400 Bad Request', 'X-Influxdb-Version: 1.8.10', '{"error":"missing"}'), 'influxdb open'],
  [9090, http('200 OK', json, '{"status":"success","data":[]}'), 'http unknown'],
  [9090, http('200 OK', json, '{"status":"success","data":{"goVersion":"go1.20"}}'), 'prometheus open'],
  [6333, http('200 OK', json, '{"collections":[]}'), 'http unknown'],
  [4646, http('200 OK', json, '{"config":{"theme":"dark"}}'), 'http unknown'],
  [3000, http('200 OK', json, '{"id":1,"name":"Bob","address":"Street 1"}'), 'http unknown'],
  [4040, http('200 OK', json, '[{"id":"1","name":"widget"}]'), 'http unknown'],
  [8888, http('403 Forbidden', json, '{"message":"Forbidden"}'), 'http unknown'],
  [8000, http('200 OK', json, '{"object":"list","data":[],"url":"/v1/customers"}'), 'http unknown'],
  // What other services answer, and what the same ones answer to strangers who get nothing more.
  [5601, http('200 OK', 'kbn-name: k', '{"status":{"overall":{"level":"available"}}}'), 'kibana guarded'],
  [5601, http('200 OK', 'kbn-name: k', '<!doctype html><title>Elastic</title>'), 'kibana guarded'],
  [5601, http('200 OK', 'kbn-name: k', '{"name":"k","uuid":"5b2d","version":{"number":"8.11.1"}}'), 'kibana open'],
  [3000, http('200 OK', json, '{"name":"my-api","version":"1.0"}'), 'http unknown'],
  [3000, http('200 OK', json, '{"id":1,"name":"Main Org.","address":{"address1":""}}'), 'grafana open'],
  [3000, http('401 Unauthorized', json, '{"message":"Unauthorized"}'), 'grafana guarded'],
  [8265, http('200 OK', json, '[]'), 'http unknown'],
  [8265, http('200 OK', `Server: Python/3.10 aiohttp/3.9.1\r\n${json}`, '[]'), 'ray open'],
  [4040, http('200 OK', json, '[]'), 'http unknown'],
  [4040, http('200 OK', json, '[{"id":7,"title":"post"}]'), 'http unknown'],
  [4040, http('200 OK', json, '[ {\n  "id" : "local-1",\n  "name" : "Spark shell",\n  "attempts" : [ {'), 'spark open'],
  [8888, http('200 OK', json, '[]'), 'http unknown'],
  [8888, http('200 OK', `Server: TornadoServer/6.4\r\n${json}`, '[]'), 'http unknown'],
  [8888, http('200 OK', `Server: TornadoServer/6.4\r\n${jupyterPolicy}`, '[]'), 'jupyter open'],
  [
    8888,
    http('200 OK', "Server: TornadoServer/6.4\r\nContent-Security-Policy: frame-ancestors *; default-src 'none'", '[]'),
    'jupyter open',
  ],
  [8888, http('200 OK', jupyterPolicy, '{"error":"x"}'), 'http unknown'],
  [8888, http('200 OK', json, '[{"id": "5b2d", "name": "python3", "last_activity": "2026"}]'), 'jupyter open'],
  [8888, http('403 Forbidden', 'Server: TornadoServer/6.4', '{"message": "Forbidden"}'), 'http unknown'],
  [8888, http('403 Forbidden', jupyterPolicy, '{"message": "Forbidden"}'), 'jupyter guarded'],
  [5985, http('404 Not Found', 'Server: Microsoft-HTTPAPI/2.0\r\nContent-Length: 0'), 'http unknown'],
  [2379, http('200 OK', json, '{"header":{"cluster_id":"14841639068965178418"},"count":"0"}'), 'etcd open'],
  [2379, http('400 Bad Request', json, '{"error":"etcdserver: user name is empty","code":3}'), 'etcd guarded'],
  [2379, http('404 Not Found', 'X: y', '404 page not found'), 'http unknown'],
  [2379, http('200 OK', 'X-Etcd-Cluster-Id: cdf8', '{"action":"get","node":{"dir":true}}'), 'etcd open'],
  [
    8000,
    http('200 OK', json, '{"object":"list","data":[{"id":"m","object":"model","owned_by":"vllm"}]}'),
    'model-server open',
  ],
  [
    8000,
    http('200 OK', json, '{"object":"list","data":[{"id":"m","object":"model","owned_by":"llamacpp"}]}'),
    'http unknown',
  ],
  [
    8000,
    http('404 Not Found', json, '{"error":"NotFoundError","message":"Tenant perimeter not found"}'),
    'chroma open',
  ],
  [
    8001,
    http('404 Not Found', json, '{"error":"NotFoundError","message":"Tenant [perimeter] not found"}'),
    'chroma open',
  ],
  [
    8001,
    http('404 Not Found', json, '{"error":"NotFoundError","message":"/api/v2/tenants/perimeter"}'),
    'http unknown',
  ],
  [8001, http('403 Forbidden', json, '{"error":"AuthError","message":"Forbidden"}'), 'chroma guarded'],
  // What Milvus 2.2, 2.4 and 2.5 say of a collection that nobody has, and what any API says of such.
  [19_530, http('200 OK', json, `{"code":1,"message":"can't find collection: perimeter"}`), 'milvus open'],
  [
    19_530,
    http('200 OK', json, `{"code":100,"message":"can't find collection[database=default][collection=perimeter]"}`),
    'milvus open',
  ],
  [
    19_530,
    http(
      '404 Not Found',
      json,
      '{"code":100,"message":"collection not found[database=default][collection=perimeter]"}',
    ),
    'milvus open',
  ],
  [19_530, http('401 Unauthorized', json, `{"code":1800,"message":"user hasn't authenticated"}`), 'milvus guarded'],
  [19_530, http('404 Not Found', json, '{"code":404,"message":"not found: perimeter"}'), 'http unknown'],
  [19_530, http('200 OK', json, '{"code":2,"message":"service unavailable"}'), 'http unknown'],
  // rpcbind: no such program; refused by its list of hosts, while NULL is answered.
  [111, hex('8000001c 50657269 00000001 00000000 00000000 00000000 00000000 00000000'), 'rpcbind open'],
  [111, hex('80000014 50657269 00000001 00000001 00000001 00000005'), 'rpcbind guarded'],
  [873, latin1Bytes('@RSYNCD: 31.0 sha512\nWelcome\nbackup         \tnightly\n@RSYNCD: EXIT\n'), 'rsync open'],
  [873, latin1Bytes('@RSYNCD: 31.0\nWelcome\n@RSYNCD: EXIT\n'), 'rsync guarded'],
  [873, latin1Bytes('@RSYNCD: 31.0\nRates:\tten\tper day\n\n@RSYNCD: EXIT\n'), 'rsync guarded'],
  [873, latin1Bytes('@RSYNCD: 31.0\nSee the\tweb\n@RSYNCD: EXIT\n'), 'rsync guarded'],
  [873, latin1Bytes('@RSYNCD: 31.0\nHi\n\ndebian         \tall of it\n@RSYNCD: EXIT\n'), 'rsync open public-names'],
  [873, latin1Bytes('@RSYNCD: 31.0\npub            \t\nbackup         \t\n@RSYNCD: EXIT\n'), 'rsync open'],
  [873, latin1Bytes(`@RSYNCD: 31.0\n${'a long module name that is not padded\tx\n'.repeat(120)}`), 'rsync open'],
  [873, latin1Bytes(`@RSYNCD: 31.0\n${'message of the day\n'.repeat(300)}`), '-'],
  [873, latin1Bytes(`@RSYNCD: 31.0\n${'motd\tline\n'.repeat(600)}`), '-'],
  [873, latin1Bytes('@RSYNCD: 29\nbackup         \told\n@RSYNCD: EXIT\n'), 'rsync open'],
  [873, latin1Bytes('@RSYNCD: 31.0\n@ERROR: access denied\n'), 'rsync guarded'],
  [873, latin1Bytes('@RSYNCD: 31.0\n'), '-'],
  [5672, amqpStart('RabbitMQ', 'ANONYMOUS PLAIN'), 'amqp unknown'],
  [5672, amqpStart('RabbitMQ', 'PLAIN AMQPLAIN'), 'amqp guarded'],
  [5672, amqpStart('qpid', 'ANONYMOUS'), 'amqp open'],
  // An answer to ApiVersions, which needs no login, and one to Metadata, which does.
  [9092, hex('00000016 00005065 0000 00000002 0003 0000 000c 0012 0000 0003'), 'kafka guarded'],
  [9092, hex('00000010 00005065 0000 00000001 0003 0000 0001'), 'kafka unknown'],
  [9092, hex('00000010 00005065 0000 00000001 0012 0000 0003'), '-'],
  [9092, hex('00000020 00005065 00000000 00000001 00000001 0003 616263 00002384'), 'kafka open'],
  [27_017, mongoReply('n\0\0\0\0\0\x01ok\0\0\0\0\0\0\0\xf0?'), 'mongodb open'],
  [27_017, mongoReply('n\0\0\0\0\0\x01ok\0\0\0\0\0\0\0\0\0'), '-'],
  // A mail server without a word for it is no FTP server.
  [2525, latin1Bytes('220 mx1.example ready\r\n'), '-'],
];

for (const [port, said, expected] of rows) {
  test(`port ${port}: ${expected}, from ${JSON.stringify(String.fromCharCode(...said.subarray(0, 24)))}`, () => {
    assert.equal(readAt(port, said), expected);
  });
}

test('greetings show a service at any port', () => {
  assert.equal(readGreeting(hex('fffd18fffd20'))?.service, 'telnet');
  assert.equal(readGreeting(latin1Bytes('SSH-2.0-OpenSSH_9.2\r\n'))?.service, 'ssh');
  assert.equal(readGreeting(latin1Bytes('@RSYNCD: 31.0\n'))?.service, 'rsync');
  const mysql = readGreeting(latin1Bytes('\x4a\0\0\0\x0a5.5.5-10.11.6-MariaDB-0+deb12u1\0rest'));
  assert.deepEqual([mysql?.product, mysql?.version], ['MariaDB', '10.11.6-MariaDB-0+deb12u1']);
  // CLIENT_SSL is 0x0800 of the capabilities; a greeting without them leaves TLS open.
  const marks = (capabilities: string) =>
    readGreeting(latin1Bytes(`\x4a\0\0\0\x0a8.4.3\0\x09\0\0\0saltsalt\0${capabilities}`))?.marks;
  assert.deepEqual(marks('\xff\xf7\xff\x02\0'), ['no-tls']);
  assert.deepEqual(marks('\xff\xff\xff\x02\0'), ['tls-offered']);
  assert.deepEqual(marks('\0\x08'), ['tls-offered']);
  assert.deepEqual([marks(''), marks('\xff')], [[], []]);
  assert.equal(readGreeting(latin1Bytes("\x45\0\0\0\xff\x6a\x04Host 'x' is not allowed"))?.access, 'guarded');
  assert.equal(readGreeting(latin1Bytes('\x17\0\0\0\xff\x10\x04Too many connections'))?.access, 'unknown');
  assert.equal(readGreeting(latin1Bytes('\x17\0\0\0\xff\x11\x04Something of another kind')), null);
  assert.equal(readGreeting(latin1Bytes('hello')), null);
});

test('where FTP refuses FEAT, and only there, AUTH TLS is asked, and its answer decides', () => {
  const said = (line: string): Uint8Array => latin1Bytes(`220-hello\r\n220 welcome\r\n${line}\r\n`);
  const next = (line: string) => nextTalk(21, readAny(21, said(line)), said(line));
  for (const line of ['500 Unknown', '502 Not implemented', '530 Please login', '504 Not here', '550-No\r\n550 never'])
    assert.deepEqual(next(line)?.message, { octets: latin1Bytes('AUTH TLS\r\n') }, line);
  for (const line of ['211 no features', '211-Features\r\n MDTM\r\n211 End', '421 Busy', '450 Later', ''])
    assert.equal(next(line), undefined, line);
  // FTP at a port of others is asked the same.
  assert.deepEqual(nextTalk(2121, readAny(21, said('500 No')), said('500 No'))?.message, {
    octets: latin1Bytes('AUTH TLS\r\n'),
  });
  const decides = (line: string) => next('500 Unknown')?.read(said(line))?.marks.join();
  assert.equal(decides('234 Proceed'), 'tls-offered');
  assert.equal(decides('234-Proceed\r\n234 now'), 'tls-offered');
  for (const code of [500, 502, 504, 530, 534]) assert.equal(decides(`${code} no`), 'no-tls', String(code));
  for (const code of [334, 421, 431, 501, 503]) assert.equal(decides(`${code} no`), '', String(code));
  assert.equal(decides('234-Proceed'), undefined);
});

test('what is sent is short, and nothing is sent where nothing may be', () => {
  for (const { service, message, speak } of talks) {
    if (['ics', 'mqtt', 'rservice', 'msrpc'].includes(service)) assert.equal(message, undefined, service);
    if (speak === 'never') assert.equal(message, undefined, service);
    if (message !== undefined && 'octets' in message) assert.ok(message.octets.length <= 120, service);
  }
});

test('no message has a name or a password in it', () => {
  const all = talks.flatMap(({ message }) =>
    message !== undefined && 'octets' in message ? String.fromCharCode(...message.octets) : [],
  );
  for (const text of all)
    assert.doesNotMatch(text, /anonymous|public|admin\b(?!\0)|\bUSER\b|\bPASS\b|\bAUTH\b(?! TLS\r\n$)|LOGIN/);
});

test('a recognised service is talked to as its port is', () => {
  for (const { service, ports } of talks) {
    assert.ok(talkFor(service) !== undefined);
    for (const port of ports)
      assert.ok(
        talksOf(port).some((talk) => talk.service === service),
        String(port),
      );
  }
});

const functions = [...Object.values(binary), ...Object.values(lines), readGreeting].filter(
  (one): one is Reader => typeof one === 'function',
);
const readers: readonly Reader[] = [...functions, ...talks.map(({ read }) => read)];

test('whatever a service says, every reader answers, and with nothing longer than it may keep', () => {
  const beginnings = rows.map(([, said]) => said);
  const said = fc
    .tuple(
      fc.option(fc.constantFrom(...beginnings), { nil: new Uint8Array(0) }),
      fc.uint8Array({ maxLength: 700 }),
      fc.nat(700),
    )
    .map(([start, rest, cut]) => Uint8Array.from([...start, ...rest]).subarray(0, cut));
  fc.assert(
    fc.property(said, (bytes) => {
      for (const read of readers) {
        const found = read(bytes);
        assert.ok(
          (found?.quote ?? '').length <= 80 &&
            (found?.version ?? '').length <= 80 &&
            (found?.product ?? '').length <= 60,
        );
      }
    }),
    { numRuns: 2_000 },
  );
});

test('reading stays linear in what a service sends', () => {
  const long = [
    'a'.repeat(16_384),
    `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(2_700)}`,
    `220 ${'ftp '.repeat(4_000)}`,
    '* '.repeat(8_000),
    `+OK\r\n+OK${'\r\n.'.repeat(5_000)}`,
    `211-${'\n211-'.repeat(3_000)}`,
  ].map(latin1Bytes);
  const tookMs = cpuMsOf(() => {
    for (const said of long) for (const read of readers) read(said);
  });
  // A hundred readings of 16 KiB each; a quadratic one takes minutes.
  assert.ok(tookMs < 20_000);
});
