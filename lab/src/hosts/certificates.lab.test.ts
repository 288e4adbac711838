import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { addressesOf, endpoint } from './endpoints.ts';
import { labTest } from '../harness.ts';
import { rootCertificateFile } from '../issuance/files.ts';

const run = promisify(execFile);

/** The protocol negotiated by Node's TLS; undefined if the handshake failed. */
function handshake(host: string, options: ConnectionOptions): Promise<string | false | null | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: 443, servername: host, rejectUnauthorized: false, ...options }, () => {
      resolve(socket.alpnProtocol);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

async function verification(host: string): Promise<string> {
  const command = [
    's_client',
    '-connect',
    `${host}:443`,
    '-servername',
    host,
    '-CAfile',
    rootCertificateFile,
    '-verify_hostname',
    host,
  ];
  const attempt = run('openssl', command, { env: { ...process.env, OPENSSL_CONF: '/dev/null' } });
  attempt.child.stdin?.end();
  const { stdout } = await attempt.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return /Verify return code: (\d+)/.exec(stdout)?.[1] ?? 'none';
}

/** X509_V_ERR numbers of openssl-verify(1). */
const verificationCodes: Readonly<Record<string, string>> = {
  '0': 'good.lab pq.lab tls13.lab haproxy.lab caa.lab dane.lab mismatch.dane.lab bound.caa.lab cert-ed25519.lab cert-p384.lab cert-long-lived.lab cert-disordered.lab cert-expiring.lab cert-renewal-overdue.lab cert-six-days.lab cert-400-days.lab cert-250-days.lab cert-root-sent.lab cert-duplicate-sent.lab cert-expired-extra.lab cert-expired-twin-first.lab cert-cross-signed.lab cert-must-staple.lab cert-rsa-roca.lab cert-rsa-close-primes.lab cert-rsa-small-factor.lab cert-rsa-e3.lab cert-client-auth-too.lab cert-leaf-authority.lab cert-internal-names.lab cert-ip-name.lab cert-wildcard.lab cert-many-names.lab cert-no-sni.lab cert-two-faces.lab cert-constrained.lab cert-low-entropy-serial.lab cert-no-revocation.lab cert-timestamps.lab',
  '7': 'cert-bad-signature.lab',
  '9': 'cert-future.lab',
  '10': 'bad.lab cert-expired.lab cert-expired-yesterday.lab cert-expired-twin-only.lab',
  '18': 'cert-self-signed.lab',
  '19': 'cert-untrusted-root-sent.lab',
  '25': 'cert-path-too-long.lab',
  '26': 'cert-no-server-auth.lab cert-unfit-key-usage.lab cert-version-1-issuer.lab cert-issuer-no-authority.lab cert-issuer-for-clients.lab',
  '34': 'cert-unknown-critical.lab',
  '47': 'cert-constraint-violated.lab',
  '62': 'cert-wrong-host.lab cert-wildcard-too-deep.lab',
  '66': 'cert-rsa1024.lab',
  '68': 'cert-sha1.lab cert-md5.lab cert-sha1-intermediate.lab',
  '20 or 21': 'cert-untrusted.lab cert-incomplete.lab cert-incomplete-dead-aia.lab cert-incomplete-no-aia.lab',
};

for (const [codes, hosts] of Object.entries(verificationCodes)) {
  for (const host of hosts.split(' ')) {
    labTest(`openssl verifies ${host} with code ${codes}`, async () => {
      const code = await verification(host);
      assert.ok(codes.split(' or ').includes(code), `code ${code}`);
    });
  }
}

labTest('Node verifies the ML-DSA certificate', async () => {
  assert.notEqual(await handshake('cert-ml-dsa.lab', { rejectUnauthorized: true }), undefined);
});

labTest('cert-two-faces.lab serves another certificate by IPv6 than by IPv4', async () => {
  const row = endpoint('cert-two-faces.lab');
  const seen = await Promise.all(addressesOf(row).map((address) => fingerprint(address, row.host)));
  assert.notEqual(seen[0], seen[1]);
});

labTest('cert-no-sni.lab serves another certificate to clients without SNI', async () => {
  const { address, host } = endpoint('cert-no-sni.lab');
  assert.notEqual(await fingerprint(address, host), await fingerprint(address, ''));
});

/** SHA-256 of the leaf served at an address for a name. */
function fingerprint(address: string, servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: address, port: 443, servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

for (const [host, status] of [
  ['pq.lab', 'good'],
  ['cert-revoked.lab', 'revoked'],
] as const) {
  labTest(`${host} staples an OCSP answer that says ${status}`, async () => {
    const attempt = run('openssl', [
      's_client',
      '-connect',
      `${host}:443`,
      '-servername',
      host,
      '-status',
      '-CAfile',
      rootCertificateFile,
    ]);
    attempt.child.stdin?.end();
    const { stdout } = await attempt;
    assert.match(stdout, /OCSP Response Status: successful/);
    assert.match(stdout, new RegExp(`Cert Status: ${status}`));
  });
}
