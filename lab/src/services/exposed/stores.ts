import { findCommand } from '../../machine/commands.ts';
import { type Daemon, filesOf, ownRoom } from './daemon.ts';

const redis = (host: string, settings: readonly string[]): Daemon => ({
  service: 'redis',
  host,
  programs: [['redis-server', 'redis-server']],
  ports: [6379],
  prepare: ({ address, folder }) =>
    ['--bind', address, '--port', '6379', '--save', '', '--appendonly', 'no', '--dir', folder].concat(settings),
});

const memcached = (
  host: string,
  settings: (write: (name: string, text: string) => string) => readonly string[],
): Daemon => ({
  service: 'memcached',
  host,
  programs: [['memcached', 'memcached']],
  ports: [11_211],
  prepare: ({ address, write }) =>
    ['-u', 'root', '-l', address, '-p', '11211', '-m', '8', '-t', '1'].concat(settings(write)),
});

const rsync = (host: string, list: 'yes' | 'no'): Daemon => ({
  service: 'rsync',
  host,
  programs: [['rsync', 'rsync']],
  ports: [873],
  prepare: ({ address, folder, write, make }) => {
    const module = `[backup]\npath = ${make('backup')}\ncomment = backup\nread only = yes\nlist = ${list}\n`;
    const login = list === 'yes' ? '' : 'auth users = lab\n';
    const file = write('rsyncd.conf', `use chroot = no\nlock file = ${folder}/lock\n${module}${login}`);
    return ['--daemon', '--no-detach', '--config', file, '--address', address, '--port', '873'];
  },
});

/** Runs without system tables, which need an installation: strangers see only its greeting. */
const mariadb: Daemon = {
  service: 'mariadb',
  host: 'exposed2-packaged.lab',
  programs: [['mariadbd', 'mariadb-server-core']],
  needsRoot: true,
  ports: [3306],
  prepare: ({ address, folder, make }) => [
    '--no-defaults',
    '--user=root',
    `--datadir=${make('data')}`,
    `--socket=${folder}/socket`,
    `--pid-file=${folder}/pid`,
    `--bind-address=${address}`,
    '--port=3306',
    '--skip-grant-tables',
    '--skip-innodb',
    '--default-storage-engine=Aria',
  ],
};

/** It refuses to run as root. Its log records the start and end of connections, and each login attempt. */
const postgres = (host: string, access: string, tls: boolean): Daemon => ({
  service: 'postgres',
  host,
  ports: [5432],
  ...ownRoom([['initdb', 'postgresql']], ({ address }) => {
    const asNobody = 'setpriv --reuid=65534 --regid=65534 --clear-groups';
    const { chain, key } = filesOf(host);
    return `
export LC_ALL=C
install -d -o 65534 -g 65534 -m 700 /run/lab
install -o 65534 -m 600 ${chain} /run/lab/chain
install -o 65534 -m 600 ${key} /run/lab/key
cd /run/lab
${asNobody} ${findCommand('initdb') ?? 'initdb'} -D data -U lab -N --no-instructions --wal-segsize=1
echo '${access}' > data/pg_hba.conf
exec ${asNobody} ${findCommand('postgres') ?? 'postgres'} -D data -h ${address} -p 5432 -k /run/lab \\
  -c ssl=${tls ? 'on' : 'off'} -c ssl_cert_file=/run/lab/chain -c ssl_key_file=/run/lab/key \\
  -c shared_buffers=1MB -c max_connections=20 -c log_connections=on -c log_disconnections=on`;
  }),
});

const etcdOptions = (client: string, peerPort: number, data: string): readonly string[] => [
  `--data-dir=${data}`,
  '--log-level=error',
  `--listen-client-urls=${client}`,
  `--advertise-client-urls=${client}`,
  `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
];

const etcd: Daemon = {
  service: 'etcd3',
  host: 'exposed2-packaged.lab',
  programs: [['etcd', 'etcd-server']],
  ports: [2379],
  prepare: ({ address, make }) => etcdOptions(`http://${address}:2379`, 2380, make('data')),
};

/** The login is enabled before the port opens: until then etcd listens on another address. */
const guardedEtcd: Daemon = {
  service: 'etcd3',
  host: 'guarded2-packaged.lab',
  programs: [
    ['sh', 'dash'],
    ['etcd', 'etcd-server'],
    ['curl', 'curl'],
  ],
  ports: [2379],
  prepare: ({ address, write, make }) => {
    const [hidden, data] = ['http://127.0.0.1:12379', make('data')];
    const start = (client: string): string => `etcd ${etcdOptions(client, 12_380, data).join(' ')}`;
    const script = `${start(hidden)} &
until curl -fs ${hidden}/version; do sleep 0.05; done
tell() { curl -fs -d "$2" ${hidden}/v3/auth/$1; }
tell user/add '{"name":"root","password":"lab-not-a-secret"}'
tell role/add '{"name":"root"}'
tell user/grant '{"user":"root","role":"root"}'
tell enable '{}'
kill $!
wait
exec ${start(`http://${address}:2379`)}
`;
    return [write('start.sh', script)];
  },
};

const mosquitto = (host: string, anonymous: boolean): Daemon => ({
  service: 'mosquitto',
  host,
  programs: [['mosquitto', 'mosquitto']],
  ports: [1883],
  prepare: ({ address, write }) => [
    '-c',
    write('mosquitto.conf', `listener 1883 ${address}\nallow_anonymous ${anonymous}\n`),
  ],
});

/**
 * Stores: Redis without a password, with one, and in protected mode; memcached open and with users; rsync with and without a list;
 * MariaDB; PostgreSQL that trusts everybody, and one with TLS and passwords; etcd and the broker Mosquitto with and without a login.
 */
export const storeDaemons: readonly Daemon[] = [
  redis('exposed2-stores.lab', ['--protected-mode', 'no']),
  redis('guarded2-stores.lab', ['--requirepass', 'lab-not-a-secret']),
  redis('redis-protected.lab', ['--protected-mode', 'yes']),
  memcached('exposed2-stores.lab', () => []),
  // Only the text protocol has a file of users, and it has no UDP.
  memcached('guarded2-stores.lab', (write) => ['-Y', write('users', 'lab:not-a-secret\n')]),
  { ...memcached('exposed2-datagrams.lab', () => ['-p', '0', '-U', '11211']), service: 'memcached-udp', ports: [] },
  rsync('exposed2-files.lab', 'yes'),
  rsync('guarded2-files.lab', 'no'),
  mariadb,
  postgres('exposed2-packaged.lab', 'host all all all trust', false),
  postgres('guarded2-packaged.lab', 'hostssl all all all scram-sha-256', true),
  etcd,
  guardedEtcd,
  mosquitto('exposed2-packaged.lab', true),
  mosquitto('guarded2-packaged.lab', false),
];
