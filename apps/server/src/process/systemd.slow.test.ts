import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { checkout, printedBlock } from '../testing/printed-block.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

/** Mounts a temporary overlay that only these commands see, so that their changes to the system are discarded. */
const throwAway = (directory: string): string =>
  [
    'set -e',
    'mount --make-rprivate /',
    `mount -t tmpfs none ${directory}/layers`,
    ...['etc', 'opt', 'var'].flatMap((name) => {
      const [upper, work] = [`${directory}/layers/${name}`, `${directory}/layers/${name}.work`];
      return [
        `mkdir -p ${upper} ${work}`,
        `mount -t overlay none -o lowerdir=/${name},upperdir=${upper},workdir=${work} /${name}`,
      ];
    }),
  ].join('\n');

const directory = await temporaryDirectory();
mkdirSync(path.join(directory, 'layers'));
const inThrowAway = (script: string): ReturnType<typeof spawnSync> =>
  spawnSync('unshare', ['-m', 'sh', '-c', `${throwAway(directory)}\n${script}`], { encoding: 'utf8' });

const reasonToSkip = (): string | false => {
  if (process.getuid?.() !== 0) return 'needs root';
  if (inThrowAway('command -v systemd-analyze useradd setpriv').status !== 0)
    return 'needs systemd-analyze, useradd, setpriv and mount namespaces with overlays';
  return false;
};

/** Replacements for commands that need the network or a running systemd; `git clone` copies this checkout. */
function standIns(): string {
  const bin = path.join(directory, 'bin');
  mkdirSync(bin);
  const scripts = {
    git: `#!/bin/sh\n[ "$1" = clone ] && ln -sT ${checkout} "$3"\n`,
    npm: '#!/bin/sh\nexit 0\n',
    systemctl: '#!/bin/sh\necho "systemctl $*"\n',
    journalctl: '#!/bin/sh\necho "journalctl $*"\n',
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(bin, name), script);
    chmodSync(path.join(bin, name), 0o755);
  }
  return bin;
}

test('the systemd steps do what operations.md prints, and the unit file is valid', { skip: reasonToSkip() }, () => {
  const steps = printedBlock('sh', 'useradd');
  const { status, stdout, stderr } = inThrowAway(`
    export PATH=${standIns()}:$PATH
    ${steps}
    stat -c '%a %U %G %n' /etc/perimeter /etc/perimeter/perimeter.env /etc/systemd/system/perimeter@.service
    getent passwd perimeter | cut -d: -f6,7
    for role in all api worker; do systemd-analyze verify --man=no perimeter@$role.service || exit 9; done
    setpriv --reuid=perimeter --regid=perimeter --init-groups cat /etc/perimeter/perimeter.env >/dev/null
    set -a && . /etc/perimeter/perimeter.env && echo "port $PORT"
  `);
  assert.equal(status, 0, String(stderr));
  assert.deepEqual(String(stdout).trim().split('\n'), [
    'systemctl daemon-reload',
    'systemctl enable --now perimeter@all',
    'journalctl --unit perimeter@all --lines 20',
    '750 root perimeter /etc/perimeter',
    '640 root perimeter /etc/perimeter/perimeter.env',
    '644 root root /etc/systemd/system/perimeter@.service',
    '/var/lib/perimeter:/usr/sbin/nologin',
    'port 8080',
  ]);
  assert.equal(spawnSync('getent', ['passwd', 'perimeter']).status, 2, 'nothing of it stays');
});

test('the admin command that operations.md prints refers to existing files', () => {
  const command = printedBlock('sh', 'setpriv').trim();
  for (const [file] of command.matchAll(/\b(?:node_modules|apps)\/\S+/gu))
    execFileSync('test', ['-e', path.join(checkout, file)]);
  assert.match(command, / opt-out list$/u);
});
