import type { Daemon } from './daemon.ts';

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

/** Stores: Redis without a password, with one, and in protected mode; memcached open and with users; rsync with and without a list. */
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
];
