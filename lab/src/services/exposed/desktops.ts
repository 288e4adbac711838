import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Daemon, filesOf, ownRoom } from './daemon.ts';

const xrdpHost = 'exposed2-packaged.lab';

/** It has TLS and a login screen, and does not know Network Level Authentication. */
const xrdp: Daemon = {
  service: 'xrdp',
  host: xrdpHost,
  ports: [3389],
  ...ownRoom([['xrdp', 'xrdp']], ({ address, write }) => {
    const { chain, key } = filesOf(xrdpHost);
    const file = write(
      'xrdp.ini',
      `[Globals]
ini_version=1
fork=true
port=tcp://${address}:3389
security_layer=negotiate
certificate=${chain}
key_file=${key}
[Logging]
LogFile=/dev/stdout
LogLevel=INFO
EnableSyslog=false
[Xorg]
name=Xorg
lib=libxup.so
`,
    );
    return `mkdir /run/xrdp\nexec xrdp --nodaemon --config ${file}`;
  }),
};

/** A virtual display; its password file has eight bytes, which are random at each start. */
const tigervnc = (host: string, display: number, isGuarded: boolean): Daemon => ({
  service: 'tigervnc',
  host,
  programs: [['Xtigervnc', 'tigervnc-standalone-server']],
  ports: [5900],
  prepare: ({ address, write }) => {
    const file = write('passwd', '', 0o600);
    writeFileSync(file, randomBytes(8));
    const options = `-rfbport 5900 -interface ${address} -geometry 640x480 -SecurityTypes ${isGuarded ? 'VncAuth' : 'None'}`;
    // Locks and sockets of displays would be in /tmp, which several labs share.
    return [`:${display}`, '-nolock', '-nolisten', 'unix', '-rfbauth', file].concat(options.split(' '));
  },
});

/** Desktops: xrdp, and TigerVNC with and without a password. */
export const desktopDaemons: readonly Daemon[] = [
  xrdp,
  tigervnc('exposed2-packaged.lab', 1, false),
  tigervnc('guarded2-packaged.lab', 2, true),
];
