import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { createServer } from 'node:tls';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import { listening } from '../../tls/testing/servers.ts';
import { connectTls } from './connect-tls.ts';

/** The platform's verdict on a trusted self-signed certificate for site.lab with a key on this curve. */
async function verdictOn(namedCurve: string, host: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const content = {
    commonName: 'site.lab',
    publicKey,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    role: 'server',
    dnsNames: ['site.lab'],
  } as const;
  const der = signCertificate(content, { commonName: 'site.lab', key: privateKey });
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  const offer = { ecdhCurve: `P-256:${namedCurve}`, maxVersion: 'TLSv1.2' } as const;
  const server = createServer({ cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }), ...offer });
  const { port, close } = await listening(server);
  const socket = connectTls({ host: '127.0.0.1', port, servername: host, ca: cert, ...offer }, host);
  try {
    await once(socket, 'secureConnect');
    const { authorized } = socket;
    const hasCertificate = socket.getPeerX509Certificate()?.raw.equals(der) === true;
    return { authorized, hasCertificate };
  } finally {
    socket.destroy();
    close();
  }
}

test('a valid chain with a key on a curve without a NIST name does not crash the process', async () => {
  const trusted = { authorized: true, hasCertificate: true };
  assert.deepEqual(await verdictOn('secp256k1', 'site.lab'), trusted);
  assert.deepEqual(await verdictOn('brainpoolP256r1', 'site.lab'), trusted);
});

test('the host is compared with the names of the certificate', async () => {
  assert.equal((await verdictOn('P-256', 'site.lab')).authorized, true);
  assert.equal((await verdictOn('P-256', 'other.lab')).authorized, false);
});
