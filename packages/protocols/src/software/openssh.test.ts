import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { outdatedOpenSsh } from './openssh.ts';

const releaseOf = (text: string): string | undefined => outdatedOpenSsh(text)?.release.name;

test('releases of distributions whose support ended are named', () => {
  assert.equal(releaseOf('OpenSSH_7.6p1 Ubuntu-4ubuntu0.7'), 'Ubuntu 18.04');
  assert.equal(releaseOf('OpenSSH_6.6.1p1 Ubuntu-2ubuntu2.13'), 'Ubuntu 14.04 or older');
  assert.equal(releaseOf('OpenSSH_8.2p1 Ubuntu-4ubuntu0.11'), 'Ubuntu 20.04');
  assert.equal(releaseOf('OpenSSH_7.9p1 Debian-10+deb10u2'), 'Debian 10');
  assert.equal(releaseOf('OpenSSH_7.9p1 Raspbian-10+deb10u2'), 'Debian 10');
  assert.equal(releaseOf('OpenSSH_7.4p1 Debian-10'), 'Debian 9');
  assert.equal(releaseOf('OpenSSH_7.4'), 'Red Hat Enterprise Linux 7 or older');
  assert.equal(releaseOf('OpenSSH_5.3'), 'Red Hat Enterprise Linux 7 or older');
});

test('maintained or unknown versions and other products are not outdated', () => {
  for (const text of [
    'OpenSSH_8.9p1 Ubuntu-3ubuntu0.10',
    'OpenSSH_9.6p1 Ubuntu-3ubuntu13.5',
    'OpenSSH_9.2p1 Debian-2+deb12u3',
    'OpenSSH_8.4p1 Debian-5+deb11u3',
    'OpenSSH_8.4p1 Debian-5',
    // A backport to a maintained release.
    'OpenSSH_7.9p1 Debian-10~bpo12+1',
    'OpenSSH_8.0',
    'OpenSSH_8.7',
    'OpenSSH_9.9',
    'OpenSSH_10.0p2 Debian-7',
    'OpenSSH_for_Windows_7.7',
    'OpenSSH_7.5 FreeBSD-20170903',
    'OpenSSH_',
    'OpenSSH',
    'dropbear_2016.74',
    '',
  ])
    assert.equal(releaseOf(text), undefined, text);
});

test('no text throws', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string().map((one) => `OpenSSH_7.4p1 ${one}`),
  );
  fc.assert(fc.property(text, (one) => assert.doesNotThrow(() => outdatedOpenSsh(one))));
});
