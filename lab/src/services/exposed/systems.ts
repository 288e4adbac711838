import { type Daemon, ownRoom } from './daemon.ts';

const ldap = (host: string, access: string): Daemon => ({
  service: 'ldap',
  host,
  programs: [['slapd', 'slapd']],
  needsRoot: true,
  ports: [389],
  prepare: ({ address, folder, write, make }) => {
    const file = write(
      'slapd.conf',
      `include /etc/ldap/schema/core.schema
pidfile ${folder}/pid
argsfile ${folder}/args
${access}database ldif
directory ${make('data')}
suffix "dc=lab"
rootdn "cn=admin,dc=lab"
`,
    );
    return ['-d', '0', '-h', `ldap://${address}:389/`, '-f', file];
  },
});

/** Samba with SMB 1 switched on, as old devices need it; state and sockets in the lab's folder. */
const smb: Daemon = {
  service: 'smb',
  host: 'exposed2-windows.lab',
  programs: [['smbd', 'samba']],
  needsRoot: true,
  ports: [139, 445],
  prepare: ({ address, folder, write, make }) => {
    const state = ['private', 'state', 'cache', 'lock', 'ncalrpc'].map((name) => [name, make(name)] as const);
    const [privateDir, stateDir, cacheDir, lockDir, rpcDir] = state.map(([, path]) => path);
    return [
      '--foreground',
      '--no-process-group',
      '--debug-stdout',
      '--configfile',
      write(
        'smb.conf',
        `[global]
interfaces = ${address}/32
bind interfaces only = yes
server min protocol = NT1
server role = standalone server
load printers = no
printing = bsd
disable spoolss = yes
private dir = ${privateDir ?? folder}
state directory = ${stateDir ?? folder}
cache directory = ${cacheDir ?? folder}
lock directory = ${lockDir ?? folder}
pid directory = ${folder}
ncalrpc dir = ${rpcDir ?? folder}
log level = 0
`,
      ),
    ];
  },
};

const snmp: Daemon = {
  service: 'snmp',
  host: 'exposed2-datagrams.lab',
  programs: [['snmpd', 'snmpd']],
  needsRoot: true,
  ports: [],
  prepare: ({ address, folder, write }) => [
    '-f',
    '-Lo',
    '-C',
    // Discovery and the system group only: other modules read the lab's hundreds of addresses every few seconds, and smux
    // listens at every address, at port 199.
    '-I',
    'usmConf,usmStats,usmUser,vacm_conf,vacm_vars,snmpEngine,snmpMPDStats,snmp_mib,system_mib',
    '-p',
    `${folder}/pid`,
    '-c',
    write('snmpd.conf', `[snmp] persistentDir ${folder}\nsysLocation lab\n`),
    `udp:${address}:161`,
  ],
};

/** rpcbind takes the sockets that systemd would give it, because its own listen at every address; names that it denies are in a list of hosts. */
const portMapper = (host: string, denied: string): Daemon => ({
  service: 'portmapper',
  host,
  ports: [111],
  ...ownRoom(
    [
      ['rpcbind', 'rpcbind'],
      ['python3', 'python3'],
    ],
    ({ address, write }) => {
      const sockets = write(
        'sockets.py',
        `import fcntl, os
from socket import *
def bound(family, kind, at):
    one = socket(family, kind)
    one.bind(at)
    if kind == SOCK_STREAM: one.listen()
    return fcntl.fcntl(one, fcntl.F_DUPFD, 20)
numbers = [bound(AF_INET, kind, ('${address}', 111)) for kind in (SOCK_DGRAM, SOCK_STREAM)]
numbers += [bound(AF_INET6, kind, ('::1', 0)) for kind in (SOCK_DGRAM, SOCK_STREAM)]
numbers.append(bound(AF_UNIX, SOCK_STREAM, '/run/rpcbind.sock'))
for index, number in enumerate(numbers): os.dup2(number, 3 + index)
os.environ.update(LISTEN_FDS=str(len(numbers)), LISTEN_PID=str(os.getpid()))
os.execvp('rpcbind', ['rpcbind', '-f'])
`,
      );
      return `
cat > /run/deny <<END
${denied}
END
mount --bind /run/deny /etc/hosts.deny
exec python3 ${sockets}`;
    },
  ),
});

/** Directories, file servers and management. */
export const systemDaemons: readonly Daemon[] = [
  ldap('exposed2-windows.lab', ''),
  ldap('guarded2-windows.lab', 'disallow bind_anon\nrequire authc\n'),
  smb,
  snmp,
  portMapper('exposed2-packaged.lab', ''),
  portMapper('guarded2-packaged.lab', 'rpcbind: ALL'),
];
