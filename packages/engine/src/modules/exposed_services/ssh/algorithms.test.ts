import { sshCipherWeak, sshHostkeyWeak, sshKexWeak, sshPqMissing, sshTerrapin } from './algorithms.ts';
import { type Row, soundSsh, sshless, sshSite, testRows } from './testing/evidence.ts';

const everywhere = [sshKexWeak, sshHostkeyWeak, sshCipherWeak, sshTerrapin, sshPqMissing].flatMap((check): Row[] => [
  [check, 'a modern server', sshSite({}), 'pass'],
  [check, 'nothing but an identification', sshSite({}, { ssh: null }), 'inconclusive', /were not received/],
  [check, 'no KEXINIT', sshSite({ kex: [], hostKeys: [], ciphers: [], macs: [] }), 'inconclusive', /were not received/],
  [
    check,
    'an open port without a word',
    sshSite({}, { service: null, heard: '', ssh: null }),
    'inconclusive',
    /not identified/,
  ],
  [check, 'a closed port', sshless({ closed: [22] }), 'not-applicable', /No SSH server/],
  [check, 'a filtered port', sshless({ silent: [22], answering: false }), 'inconclusive', /may be filtered/],
  [check, 'a tarpit', sshSite({}, {}, { tarpit: true }), 'inconclusive', /cannot all be in use/],
  [check, 'an edge', sshSite({}, {}, { edge: { name: 'Fastly', by: 'range' } }), 'not-applicable', /Fastly/],
]);

const kex = (...names: readonly string[]) => sshSite({ kex: [...soundSsh.kex, ...names] });
const hostKeys = (...names: string[]) => sshSite({ hostKeys: names });
const withoutStrict = (change: Parameters<typeof sshSite>[0] = {}) =>
  sshSite({ kex: ['curve25519-sha256'], ...change });

const rows: Row[] = [
  ...everywhere,
  [sshKexWeak, 'group 1', kex('diffie-hellman-group1-sha1'), 'fail', /group1-sha1 is offered.*1,024 bits/],
  [sshKexWeak, 'group 14 with SHA-1', kex('diffie-hellman-group14-sha1'), 'fail', /SHA-1\./],
  [sshKexWeak, 'group exchange', kex('diffie-hellman-group-exchange-sha1', 'rsa1024-sha1'), 'fail', /are offered/],
  [sshKexWeak, 'GSS-API', kex('gss-gex-sha1-toWM5Slw5Ew8Mqkay+al2g=='), 'fail', /gss-gex/],
  [
    sshKexWeak,
    'groups with SHA-2',
    kex('diffie-hellman-group14-sha256', 'diffie-hellman-group-exchange-sha256'),
    'pass',
  ],
  [sshKexWeak, 'elliptic curves of GSS-API', kex('gss-nistp256-sha256-abc'), 'pass'],
  [sshKexWeak, 'port 2222', sshSite({ kex: ['diffie-hellman-group1-sha1'] }, { port: 2222 }), 'fail', /TCP port 2222/],
  [
    sshKexWeak,
    'a shared server',
    sshSite({ kex: ['rsa1024-sha1'] }, {}, { sharedWith: 'hoster.example' }),
    'fail',
    /hoster\.example/,
  ],
  [sshHostkeyWeak, 'DSA beside RSA', hostKeys('ssh-dss', 'rsa-sha2-512'), 'fail', /ssh-dss is offered/],
  [sshHostkeyWeak, 'SHA-1 alone', hostKeys('ssh-rsa'), 'fail', /ssh-rsa alone, with SHA-1/],
  [sshHostkeyWeak, 'DSA and SHA-1', hostKeys('ssh-rsa', 'ssh-dss'), 'fail', /alone/],
  [sshHostkeyWeak, 'SHA-1 beside SHA-2', hostKeys('ssh-rsa', 'rsa-sha2-256'), 'pass'],
  [
    sshCipherWeak,
    'CBC',
    sshSite({ ciphers: ['aes256-ctr', 'aes128-cbc', '3des-cbc'] }),
    'fail',
    /aes128-cbc, 3des-cbc/,
  ],
  [sshCipherWeak, 'arcfour', sshSite({ ciphers: ['arcfour256'] }), 'fail', /arcfour256 is/],
  [sshCipherWeak, 'no encryption', sshSite({ ciphers: ['none'] }), 'fail', /none is/],
  [sshCipherWeak, 'MD5', sshSite({ macs: ['hmac-md5-etm@openssh.com'] }), 'fail', /hmac-md5/],
  [sshCipherWeak, '96 bits', sshSite({ macs: ['hmac-sha1-96', 'hmac-sha2-256-96'] }), 'fail', /are offered/],
  [sshCipherWeak, 'SHA-1 as a MAC', sshSite({ macs: ['hmac-sha1', 'umac-64@openssh.com'] }), 'pass'],
  [sshTerrapin, 'ChaCha20', withoutStrict(), 'fail', /chacha20-poly1305@openssh\.com is offered without strict/],
  [
    sshTerrapin,
    'CBC with encrypt-then-MAC',
    withoutStrict({ ciphers: ['aes128-cbc'] }),
    'fail',
    /aes128-cbc, the latter with encrypt-then-MAC/,
  ],
  [sshTerrapin, 'CBC without it', withoutStrict({ ciphers: ['aes128-cbc'], macs: ['hmac-sha2-256'] }), 'pass'],
  [sshTerrapin, 'GCM alone', withoutStrict({ ciphers: ['aes256-gcm@openssh.com'] }), 'pass'],
  [sshPqMissing, 'curves alone', sshSite({ kex: ['curve25519-sha256'] }), 'informational', /quantum computer/],
  [sshPqMissing, 'NTRU Prime by its first name', sshSite({ kex: ['sntrup761x25519-sha512@openssh.com'] }), 'pass'],
  [sshPqMissing, 'ML-KEM with a NIST curve', sshSite({ kex: ['mlkem768nistp256-sha256'] }), 'pass'],
];

testRows(rows);
