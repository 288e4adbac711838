import assert from 'node:assert/strict';
import { X509Certificate, generateKeyPairSync } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { startMail } from '../../tls/testing/mail-server.ts';
import { testContext } from '../testing/context.ts';
import { visitAgain } from './second-session.ts';
import { visit } from './session.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const der = signCertificate(
  {
    commonName: 'mx.site.lab',
    publicKey,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    role: 'server',
    dnsNames: ['mx.site.lab'],
  },
  { commonName: 'mx.site.lab', key: privateKey },
);
const rsa = {
  key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
};
const both = { key: [serverCertificate.key, rsa.key], cert: [serverCertificate.cert, rsa.cert] };

/** Key types of the first and second session, and the connections of both. */
async function kindsOf(t: TestContext, options: TlsOptions): Promise<{ kinds: string[]; session: VisitedSession }> {
  const { port, commands } = await startMail(t, options);
  const context = testContext({ settings: { allowNetworks: ['127.0.0.0/8'] } });
  const place = { address: '127.0.0.1', port, host: 'mx.site.lab' };
  const first = await visit(context, place, false);
  assert.ok(first.ok);
  const session = { ...first.session, ...(await visitAgain(context, place, first.session)) };
  const chains = [session.startTls, session.second].map((one) =>
    one?.known === true && one.value.outcome === 'negotiated' ? one.value.served[0] : undefined,
  );
  const kinds = chains.map((leaf) =>
    leaf === undefined
      ? 'none'
      : (new X509Certificate(Buffer.from(leaf, 'base64')).publicKey.asymmetricKeyType ?? 'unknown'),
  );
  assert.ok(commands.has('QUIT') && !commands.has('MAIL'));
  return { kinds, session };
}

for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`both chains of a server with RSA and ECDSA certificates are seen with ${maxVersion}`, async (t) => {
    const { kinds, session } = await kindsOf(t, { ...both, maxVersion });
    assert.deepEqual(kinds.toSorted(), ['ec', 'rsa']);
    assert.equal(session.connections, 2);
  });

  test(`a server with one chain has no other with ${maxVersion}`, async (t) => {
    for (const [options, other, kind] of [
      [serverCertificate, 'RSA', 'ec'],
      [rsa, 'ECDSA', 'rsa'],
    ] as const) {
      const { kinds, session } = await kindsOf(t, { ...options, maxVersion });
      assert.deepEqual(kinds, [kind, 'none']);
      assert.deepEqual(session.second, { known: true, value: { outcome: 'none', keyKind: other } });
    }
  });
}

test('a server that no longer answers leaves the second chain unknown', async (t) => {
  const { session } = await kindsOf(t, serverCertificate);
  const context = testContext({ settings: { allowNetworks: ['127.0.0.0/8'] } });
  const { second } = await visitAgain(context, { address: '127.0.0.1', port: 9, host: 'mx.site.lab' }, session);
  assert.equal(second?.known, false);
});
