import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { openOpenssl, opensslMissing } from '../testing/openssl.ts';
import { failed } from '../testing/sealed-container.ts';
import { base, nowSeconds, options, root, sealed, signer, trust } from '../testing/sealed-sample.ts';
import { createSigner, createSigningRoot } from './certificates.ts';
import { sealPdf } from './seal-pdf.ts';
import { verifySealedPdf } from './verify-pdf.ts';

// Each test attacks a sealed file without its key; none may verify as intact.

test('a report of another operator, under another root with the same names', async () => {
  const stranger = await createSigningRoot(nowSeconds);
  const theirs = await createSigner(stranger, nowSeconds);
  assert.equal(new X509Certificate(stranger.certificate).subject, new X509Certificate(root.certificate).subject);
  for (const chain of [[stranger.certificate], [root.certificate], [stranger.certificate, root.certificate], []]) {
    const forged = sealPdf(base, { ...options, sealer: { certificate: theirs.certificate, key: theirs.key, chain } });
    assert.deepEqual(failed(forged), ['signer'], `${chain.length} certificates`);
  }
  const own = sealPdf(base, {
    ...options,
    sealer: { certificate: theirs.certificate, key: theirs.key, chain: [stranger.certificate] },
  });
  assert.ok(
    verifySealedPdf(own, [new X509Certificate(stranger.certificate)]).intact,
    'it is intact to whom trusts them',
  );
});

test('a signer outside its validity: sealed before or after it', () => {
  const day = 86_400_000;
  for (const sealedAtMs of [options.sealedAtMs - 2 * day, options.sealedAtMs + 731 * day]) {
    const pdf = sealPdf(base, { ...options, sealedAtMs });
    assert.deepEqual(failed(pdf), ['validity'], new Date(sealedAtMs).toISOString());
  }
});

test('with a compromised key, only a register or a trusted time stamp proves that a file is older', () => {
  const judge = (compromised: Uint8Array, sinceMs: number, knownSinceMs: number | null) => {
    const kid = createHash('sha256').update(compromised).digest('hex');
    const result = verifySealedPdf(sealed, trust, {
      compromisedSinceMs: (one) => (one === kid ? sinceMs : null),
      knownSinceMs,
    });
    return { intact: result.intact, detail: result.checks.find(({ name }) => name === 'validity')?.detail ?? '' };
  };
  const at = options.sealedAtMs;
  for (const certificate of [signer.certificate, root.certificate]) {
    assert.equal(judge(certificate, at + 5_000, at).intact, true, 'registered before');
    assert.match(judge(certificate, at - 5_000, at).detail, /has been compromised since .* and the file dates from/);
    assert.match(judge(certificate, at, at).detail, /compromised/);
    assert.match(judge(certificate, at + 5_000, null).detail, /no independent proof/);
  }
  assert.equal(judge(Buffer.from('another certificate'), at - 5_000, null).intact, true);
});

const skip = opensslMissing;

test('certificates by openssl under the trusted root that are not for signing documents', { skip }, () => {
  const openssl = openOpenssl();
  const { run, read } = openssl;
  const names = (name: string): string => `-nodes -out ${name}.crt -subj /CN=${name}`;
  run(`req -x509 -newkey rsa:2048 -keyout top.key ${names('top')} -days 9 -addext basicConstraints=critical,CA:TRUE`);
  // One key for all, because their certificates differ.
  run('genrsa -out one.key 2048');
  run('genrsa -out short.key 1024');
  const keyOf = (name: string): string => (name === 'top' || name === 'short' ? `${name}.key` : 'one.key');
  const issue = (name: string, extensions: string[], issuer = 'top'): void =>
    void run(
      `req -x509 -key ${keyOf(name)} ${names(name)} -days 9 -CA ${issuer}.crt -CAkey ${keyOf(issuer)}${extensions.map((one) => ` -addext ${one}`).join('')}`,
    );
  const leaf = 'basicConstraints=CA:FALSE';
  issue('good', [leaf, 'keyUsage=critical,digitalSignature,nonRepudiation']);
  issue('authority', ['basicConstraints=critical,CA:TRUE']);
  issue('enciphers', [leaf, 'keyUsage=critical,keyEncipherment']);
  issue('server', [leaf, 'extendedKeyUsage=serverAuth,clientAuth']);
  issue('strange', [leaf, '1.2.3.4=critical,ASN1:NULL']);
  issue('short', [leaf]);
  issue('from-leaf', [leaf], 'good');
  issue('narrow', ['basicConstraints=critical,CA:TRUE,pathlen:0']);
  issue('below', ['basicConstraints=critical,CA:TRUE'], 'narrow');
  issue('too-deep', [leaf], 'below');
  issue('no-issuer', ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,digitalSignature']);
  issue('from-no-issuer', [leaf], 'no-issuer');
  issue('for-servers', ['basicConstraints=critical,CA:TRUE', 'extendedKeyUsage=serverAuth']);
  issue('from-for-servers', [leaf], 'for-servers');
  issue('for-mail', ['basicConstraints=critical,CA:TRUE', 'extendedKeyUsage=emailProtection']);
  issue('from-for-mail', [leaf], 'for-mail');
  issue('stamps', [leaf, 'extendedKeyUsage=critical,timeStamping']);
  const der = (name: string): Uint8Array => new X509Certificate(read(`${name}.crt`)).raw;
  const sealedBy = (name: string, ...issuers: string[]): Buffer => {
    const key = openssl.key(keyOf(name));
    const sealedAtMs = Math.ceil(Date.now() / 1_000) * 1_000;
    return sealPdf(base, { ...options, sealedAtMs, sealer: { certificate: der(name), key, chain: issuers.map(der) } });
  };
  const top = [new X509Certificate(read('top.crt'))];
  assert.deepEqual(failed(sealedBy('good', 'top'), top), []);
  assert.deepEqual(failed(sealedBy('good'), top), [], 'the root need not be in the file');
  for (const name of ['authority', 'enciphers', 'server', 'strange', 'short', 'stamps'])
    assert.deepEqual(failed(sealedBy(name, 'top'), top), ['signer'], name);
  assert.deepEqual(failed(sealedBy('from-for-mail', 'for-mail', 'top'), top), []);
  assert.deepEqual(failed(sealedBy('from-for-servers', 'for-servers', 'top'), top), ['signer']);
  assert.deepEqual(failed(sealedBy('from-leaf', 'good', 'top'), top), ['signer']);
  assert.deepEqual(failed(sealedBy('too-deep', 'below', 'narrow', 'top'), top), ['signer']);
  assert.deepEqual(failed(sealedBy('from-no-issuer', 'no-issuer', 'top'), top), ['signer']);
  assert.deepEqual(
    failed(sealedBy('good', 'top'), [new X509Certificate(read('good.crt'))]),
    [],
    'a signer that is trusted itself',
  );
});
