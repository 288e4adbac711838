/**
 * The known properties of an exposed service, and how to detect them: a request, and the answers of an open and a
 * guarded server; `<ff>` is a non-printable byte.
 */
export interface ServiceTruth {
  /** The first one is the default port. */
  readonly port: number;
  readonly udp?: true;
  /** The service speaks only within TLS. */
  readonly tls?: true;
  /** Bytes to send, one per character; absent: the server speaks first. */
  readonly ask?: string;
  readonly open: RegExp;
  /** null: the sound state is a closed port or a silent service. */
  readonly guarded: RegExp | null;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n`;
const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: lab\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const hex = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1');

const web = (port: number, path: string, open: RegExp, guarded: RegExp | null): ServiceTruth => ({
  port,
  ask: get(path),
  open,
  guarded,
});
const ok = /^HTTP\/1.1 200 /;
const no = /^HTTP\/1.1 40[13] /;

/** GETPORT of an unregistered program. */
const rpcGetPort =
  '000000070000000000000002000186a000000002000000030000000000000000000000000000000070657269000000010000000600000000';
const rpcNull = (program: string): string =>
  `000000070000000000000002${program}000000020000000000000000000000000000000000000000`;
const discovery =
  '3038020103300e020101020300ffe30401040201030410300e0400020100020100040004000400301104000400a00b0201010201000201003000';

/**
 * Services by host; each has a twin in `exposed2-<host>.lab` and, unless the sound state is silence, in
 * `guarded2-<host>.lab`.
 */
export const exposedGroups = {
  stores: {
    redis: { port: 6379, ask: 'PING\r\n', open: /^\+PONG/, guarded: /^-NOAUTH/ },
    memcached: { port: 11211, ask: 'version\r\n', open: /^VERSION /, guarded: /^CLIENT_ERROR unauth/ },
    mongodb: {
      port: 27017,
      ask: hex(
        '3f0000000100000000000000dd07000000000000002a00000002636f756e74000d0000006e6f7468696e672d68657265000224646200040000006c61620000',
      ),
      open: /n(?:<00>){9}<01>ok(?:<00>){7}<f0>\?/s,
      guarded: /requires authentication.*code(?:<00>){7}\*@/s,
    },
    elasticsearch: web(9200, '/', /200 OK[^]*cluster_name/, no),
  },
  databases: {
    mysql: { port: 3306, open: /^.*<00>\n8\.0\.36/s, guarded: /^.*<ff>j<04>Host/s },
    postgresql: { port: 5432, ask: hex('0000000804d2162f'), open: /^[SN]$/, guarded: null },
    mssql: {
      port: 1433,
      ask: hex('1201001a0000010000000b00060100110001ff00000000000000'),
      open: /^<04><01>/s,
      guarded: null,
    },
    oracle: { port: 1521, ask: hex('0008000001000000'), open: /^.*<04>.*VSNNUM=/s, guarded: null },
    cassandra: { port: 9042, ask: hex('040000000500000000'), open: /^<84>.*CQL_VERSION/s, guarded: null },
    db2: { port: 50_000, open: /^$/, guarded: null },
  },
  clusters: {
    docker: web(2375, '/version', /200 OK[^]*ApiVersion/, /^HTTP\/1.1 400 /),
    kubelet: { ...web(10_250, '/pods', /200 OK[^]*PodList/, no), tls: true },
    kubernetes: { ...web(6443, '/api', /200 OK[^]*APIVersions/, no), tls: true },
    'kubectl-proxy': web(8001, '/api', /200 OK[^]*APIVersions/, no),
    etcd: web(2379, '/v2/keys', /200 OK[^]*node/, no),
    consul: web(8500, '/v1/agent/self', /200 OK[^]*Datacenter/, no),
    nomad: web(4646, '/v1/agent/self', ok, no),
    zookeeper: { port: 2181, ask: 'srvr', open: /^Zookeeper version/, guarded: /not in the whitelist/ },
  },
  consoles: {
    couchdb: web(5984, '/_all_dbs', ok, no),
    kibana: web(5601, '/api/status', /200 OK[^]*"version"/, /200 OK(?![^]*"version")/),
    jupyter: web(8888, '/api/kernels', ok, no),
    grafana: web(3000, '/api/org', ok, no),
    prometheus: web(9090, '/api/v1/status/buildinfo', ok, no),
    influxdb: web(8086, '/query', ok, no),
    jenkins: web(8080, '/script', ok, no),
  },
  engines: {
    clickhouse: web(8123, '/', ok, no),
    solr: web(8983, '/solr/admin/info/system', ok, no),
    neo4j: web(7474, '/db/data/', ok, no),
    ray: web(8265, '/api/jobs/', ok, no),
    spark: web(4040, '/api/v1/applications', ok, no),
    ollama: web(11_434, '/api/tags', ok, no),
    qdrant: web(6333, '/collections', ok, no),
    milvus: web(19_530, '/v1/vector/collections/describe?collectionName=perimeter', /200 OK[^]*find collection/, no),
    vllm: web(8000, '/v1/models', ok, no),
  },
  // On a separate host, because kubectl's proxy uses the same port.
  vectors: { chroma: web(8001, '/api/v2/tenants/perimeter', /404 [^]*Tenant \[perimeter\]/, no) },
  logins: {
    telnet: { port: 23, open: /^<ff><f[b-e]>/, guarded: null },
    ftp: {
      port: 21,
      ask: 'FEAT\r\n',
      open: /^220[^]*211(?![^]*AUTH TLS)[^]*211 End/,
      guarded: /^220[^]*AUTH TLS[^]*211 End/,
    },
    pop3: {
      port: 110,
      ask: 'CAPA\r\n',
      open: /^\+OK[^]*\+OK(?![^]*STLS)[^]*\r\n\.\r\n/,
      guarded: /^\+OK[^]*\+OK[^]*STLS/,
    },
    imap: {
      port: 143,
      ask: 'a CAPABILITY\r\n',
      open: /\* CAPABILITY IMAP4(?![^\r]*(?:STARTTLS|LOGINDISABLED))/,
      guarded: /\* CAPABILITY IMAP4[^\r]*STARTTLS[^\r]*LOGINDISABLED/,
    },
    rexec: { port: 512, open: /^$/, guarded: null },
    rlogin: { port: 513, open: /^$/, guarded: null },
    rsh: { port: 514, open: /^$/, guarded: null },
  },
  windows: {
    smb: {
      port: 445,
      ask: hex(
        '0000002fff534d4272000000001801280000000000000000000000000000000000000000000c00024e54204c4d20302e313200',
      ),
      open: /^<00>.*<ff>SMBr/s,
      guarded: null,
    },
    netbios: { port: 139, ask: hex('81000000'), open: /^<8[23]><00>/, guarded: null },
    'endpoint-mapper': { port: 135, open: /^$/, guarded: null },
    winrm: web(5985, '/wsman', /405 [^]*Microsoft-HTTPAPI/, null),
    rdp: {
      port: 3389,
      ask: hex('030000130ee000000000000100080003000000'),
      open: /^<03><00><00><13>.*<02><00><08><00><01>(?:<00>){3}/s,
      guarded: /^<03><00><00><13>.*<02><00><08><00><02>(?:<00>){3}/s,
    },
    ldap: {
      port: 389,
      ask: hex(
        '3035020101633004000a01000a0100020100020100010100870b6f626a656374436c6173733010040e6e616d696e67436f6e7465787473',
      ),
      open: /namingContexts/s,
      guarded: /^0.*e[^n]*$|^0.*authentication required/s,
    },
  },
  screens: {
    vnc: { port: 5900, ask: 'RFB 003.008\n', open: /^RFB 003.008\n<01><01>/s, guarded: /^RFB 003.008\n<01><02>/s },
    x11: { port: 6000, ask: hex('6c000b000000000000000000'), open: /^<01>/s, guarded: /^<00>.*No protocol/s },
    adb: {
      port: 5555,
      ask: hex('434e584e00000001001000000700000032020000bcb1a7b1686f73743a3a00'),
      open: /^CNXN/,
      guarded: /^AUTH/,
    },
  },
  files: {
    rsync: {
      port: 873,
      ask: '@RSYNCD: 31.0\n#list\n',
      open: /^@RSYNCD: [^]*backup/,
      guarded: /^@RSYNCD: (?![^]*backup)[^]*EXIT/,
    },
    rpcbind: {
      port: 111,
      ask: hex(`80000038${rpcGetPort}`),
      open: /^<80><00><00><1c>/s,
      guarded: /^<80><00><00><14>/s,
    },
    nfs: {
      port: 2049,
      ask: hex(`80000028${rpcNull('000186a3')}`),
      open: /^<80><00><00><18>/s,
      guarded: /^<80><00><00><14>/s,
    },
    minio: web(9000, '/', /200 OK[^]*ListAllMyBuckets/, no),
  },
  queues: {
    amqp: {
      port: 5672,
      ask: 'AMQP\0\0\x09\x01',
      open: /^<01>.*qpid.*ANONYMOUS/s,
      guarded: /^<01>.*RabbitMQ(?!.*ANONYMOUS)/s,
    },
    kafka: {
      port: 9092,
      ask: hex('0000000f000300040000506500000000000000'),
      open: /^(?:<00>){3}.(?:<00>){2}Pe.*lab/s,
      guarded: /^$/,
    },
    activemq: { port: 61_616, open: /^.*<01>ActiveMQ/s, guarded: null },
    mqtt: { port: 1883, open: /^$/, guarded: null },
  },
  datagrams: {
    ntp: { port: 123, udp: true, ask: hex('160200010000000000000000'), open: /^<16><82>.*version=/s, guarded: null },
    snmp: { port: 161, udp: true, ask: hex(discovery), open: /^0.*<02><01><03>.*<a8>/s, guarded: null },
    cldap: { port: 389, udp: true, ask: hex('30050201016300'), open: /^0.*dc=lab/s, guarded: null },
    ssdp: { port: 1900, udp: true, ask: 'M-SEARCH * HTTP/1.1\r\n\r\n', open: /^HTTP\/1.1 200 OK/, guarded: null },
    'memcached-udp': {
      port: 11_211,
      udp: true,
      ask: '\0\x01\0\0\0\x01\0\0version\r\n',
      open: /VERSION /s,
      guarded: null,
    },
    ipmi: { port: 623, udp: true, ask: hex('0600ff06000011be80000000'), open: /^<06>.*@/s, guarded: null },
    chargen: { port: 19, udp: true, ask: '\r\n', open: /ABCDEFGH/, guarded: null },
    qotd: { port: 17, udp: true, ask: '\r\n', open: /quote/, guarded: null },
    portmap: { port: 111, udp: true, ask: hex(rpcNull('000186a0')), open: /^<00><00><00><07>/s, guarded: null },
    coap: {
      port: 5683,
      udp: true,
      ask: hex('40010001bb2e77656c6c2d6b6e6f776e04636f7265'),
      open: /sensors/,
      guarded: null,
    },
  },
  // Current versions of services that our own servers imitate elsewhere. An open PostgreSQL uses trust authentication
  // without TLS.
  packaged: {
    mariadb: { port: 3306, open: /^.*<00>\n5\.5\.5-10\.\d+\.\d+-MariaDB/s, guarded: null },
    etcd3: {
      port: 2379,
      ask: post('/v3/kv/range', '{"key":"cGVyaW1ldGVy","count_only":true}'),
      open: /200 OK[^]*"header":\{"cluster_id"/,
      guarded: /400 [^]*etcdserver: user name is empty/,
    },
    // CONNECT without a user, and CONNACK: accepted, or not authorized (MQTT 3.1.1 section 3.2.2.3).
    mosquitto: {
      port: 1883,
      ask: hex('100c00044d5154540402003c0000'),
      open: /^ <02><00><00>/,
      guarded: /^ <02><00><05>/,
    },
    postgres: { port: 5432, ask: hex('0000000804d2162f'), open: /^N$/, guarded: /^S$/ },
    portmapper: {
      port: 111,
      ask: hex(`80000038${rpcGetPort}`),
      open: /^<80><00><00><1c>/s,
      guarded: /^<80><00><00><14>/s,
    },
    'portmapper-udp': {
      port: 111,
      udp: true,
      ask: hex(rpcGetPort),
      open: /^<00><00><00><07><00><00><00><01>(?:<00>){4}/s,
      guarded: /^<00><00><00><07><00><00><00><01><00><00><00><01>/s,
    },
    // Selected protocol 1: TLS, with the login screen behind it.
    xrdp: {
      port: 3389,
      ask: hex('030000130ee000000000000100080001000000'),
      open: /^<03><00><00><13>.{0,99}<02><01><08><00><01>(?:<00>){3}/s,
      guarded: null,
    },
    tigervnc: { port: 5900, ask: 'RFB 003.008\n', open: /^RFB 003.008\n<01><01>/s, guarded: /^RFB 003.008\n<01><02>/s },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ServiceTruth>>>>;

/** A host and its twin are named after it. */
export type ExposedGroup = keyof typeof exposedGroups;

/** Services packaged by Debian, by the side on which the real one runs; all others are our own. */
export const daemonsOf: Readonly<Record<string, readonly ('exposed2' | 'guarded2')[]>> = {
  redis: ['exposed2', 'guarded2'],
  memcached: ['exposed2', 'guarded2'],
  ftp: ['exposed2', 'guarded2'],
  telnet: ['exposed2'],
  pop3: ['exposed2', 'guarded2'],
  imap: ['exposed2', 'guarded2'],
  smb: ['exposed2'],
  netbios: ['exposed2'],
  ldap: ['exposed2', 'guarded2'],
  rsync: ['exposed2', 'guarded2'],
  snmp: ['exposed2'],
  'memcached-udp': ['exposed2'],
  mariadb: ['exposed2'],
  etcd3: ['exposed2', 'guarded2'],
  mosquitto: ['exposed2', 'guarded2'],
  postgres: ['exposed2', 'guarded2'],
  portmapper: ['exposed2', 'guarded2'],
  'portmapper-udp': ['exposed2', 'guarded2'],
  xrdp: ['exposed2'],
  tigervnc: ['exposed2', 'guarded2'],
};

/** Services provided by another service's daemon, with that one's name. */
export const sharedDaemons: Readonly<Record<string, string>> = {
  pop3: 'imap',
  netbios: 'smb',
  'portmapper-udp': 'portmapper',
};
