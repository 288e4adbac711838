import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHash, X509Certificate } from 'node:crypto';
import { decodeSignedData, encodeSignedData } from '@perimeter/protocols/cms/signed-data';
import { objectIdentifier, octetString, sequence, yes } from '@perimeter/protocols/der/writer';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import { openOpenssl, opensslMissing } from '../testing/openssl.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { base, options, sealed, trust } from '../testing/sealed-sample.ts';
import {
  forgeToken,
  openAuthorities,
  type Otherwise,
  responseOf,
  type StampIdentity,
} from '../testing/time-stamp-authority.ts';
import { readPathCertificate } from '../certificate-path.ts';
import { createSigner, createSigningRoot } from './certificates.ts';
import { sealPdfWithTimeStamp } from './seal-pdf.ts';
import { readChainCertificate, readSigner } from './signer-certificate.ts';
import { readStamped, stampAttributes } from './stamp-container.ts';
import { readTimeStamp, TimeStampError } from '../time-stamp/verify.ts';
import { openTimeStampExchange, type TimeStampDemands } from '../time-stamp/exchange.ts';
import { type SealVerification, type VerifyOptions, verifySealedPdf } from './verify-pdf.ts';

const openssl = opensslMissing === false ? openOpenssl() : null;
const authorities = openssl === null ? null : openAuthorities(openssl);
const skip = opensslMissing;

// openssl stamps with the machine's clock, so that these documents are sealed now, under keys of now.
const now = Math.floor(Date.now() / 1_000);
const root = await createSigningRoot(now);
const signer = await createSigner(root, now);
const roots = [new X509Certificate(root.certificate)];
const today = {
  ...options,
  sealedAtMs: now * 1_000,
  sealer: { certificate: signer.certificate, chain: [root.certificate], key: signer.key },
};

const kit = () => authorities ?? assert.fail();
const anchors = () => [readPathCertificate(kit().root.raw)];
const demands = (more: Partial<TimeStampDemands> = {}): TimeStampDemands => ({
  anchors: anchors(),
  policy: null,
  claimedMs: today.sealedAtMs,
  ...more,
});

const stampedBy = async (answer: (request: Uint8Array) => Uint8Array, more: Partial<TimeStampDemands> = {}) =>
  sealPdfWithTimeStamp(base, today, async (signature) => {
    const exchange = openTimeStampExchange(signature, demands(more));
    return exchange.accept(answer(exchange.request));
  });

const check = (result: SealVerification, name: string) => result.checks.find((one) => one.name === name);
const failures = ({ checks }: SealVerification) => checks.filter(({ passed }) => passed !== true);
const verified = (pdf: Uint8Array, more: VerifyOptions = {}) => verifySealedPdf(pdf, roots, more);

const stamped = skip === false ? await stampedBy((request) => kit().reply(request)) : sealed;

test('a document with a time stamp of openssl verifies, and tells its time', { skip }, () => {
  const result = verified(stamped, { timeAuthorities: [kit().root] });
  assert.deepEqual(failures(result), []);
  assert.match(check(result, 'time-stamp')?.detail ?? '', /by .*CN=authority, under .*CN=root/);
  assert.equal(Math.abs((result.claims.timeStamp?.at ?? 0) - today.sealedAtMs) < 600_000, true);
  assert.equal(result.claims.timeStamp?.anchor, 'O=Stamps, CN=root');
});

test(
  'without an authority to trust the stamp is taken at the word of the signer, and the answer says so',
  { skip },
  () => {
    const result = verified(stamped);
    assert.deepEqual(failures(result), []);
    assert.match(check(result, 'time-stamp')?.detail ?? '', /no time-stamping CA was given/);
  },
);

test('an authority that is not the one that is trusted fails the document', { skip }, () => {
  const result = verified(stamped, { timeAuthorities: roots });
  assert.deepEqual(
    failures(result).map(({ name }) => name),
    ['time-stamp'],
  );
});

test(
  'a trusted stamp proves that a document is older than the compromise of its key, and only a trusted one',
  { skip },
  () => {
    const atMs = verified(stamped).claims.timeStamp?.at ?? assert.fail();
    const judge = (sinceMs: number, timeAuthorities: X509Certificate[] | null) =>
      verified(stamped, { timeAuthorities, compromisedSinceMs: () => sinceMs });
    assert.ok(judge(atMs + 1_000, [kit().root]).intact);
    assert.match(check(judge(atMs, [kit().root]), 'validity')?.detail ?? '', /and the file dates from/);
    assert.match(check(judge(atMs + 1_000, null), 'validity')?.detail ?? '', /no independent proof/);
  },
);

test('a document without a time stamp has no such check', () => {
  assert.equal(check(verifySealedPdf(sealed, trust), 'time-stamp'), undefined);
});

test(
  'other forms that openssl writes are read: SHA-1 identifiers, fractions of a second, curves, SHA-512',
  { skip },
  async () => {
    for (const section of ['old_ids', 'curves']) {
      const pdf = await stampedBy((request) => kit().reply(request, section));
      assert.deepEqual(failures(verified(pdf, { timeAuthorities: [kit().root] })), [], section);
    }
  },
);

test('a policy that was asked for is the one that is given', { skip }, async () => {
  const asked = { policy: '1.2.3.4.5' };
  assert.ok(verified(await stampedBy((request) => kit().reply(request), asked)).intact);
  await assert.rejects(
    stampedBy((request) => kit().reply(request), { policy: '1.2.3.4.9' }),
    /unacceptedPolicy/,
  );
});

test(
  'pdfsig calls the document valid and wholly signed',
  { skip: skip === false ? toolMissing('pdfsig') : skip },
  () => {
    withPdf(stamped, (run) => {
      const { output } = run('pdfsig', '-nocert', 'report.pdf');
      assert.match(output, /Signature Validation: Signature is Valid/);
      assert.match(output, /Total document signed/);
      assert.match(output, /ETSI\.CAdES\.detached/);
    });
  },
);

test('qpdf finds no fault in the document', { skip: skip === false ? toolMissing('qpdf') : skip }, () => {
  withPdf(stamped, (run) => {
    const { status, output } = run('qpdf', '--check', 'report.pdf');
    assert.equal(status, 0, output);
  });
});

test('a flipped bit anywhere is found, in the token and in the zeros behind it too', { skip }, () => {
  const from = stamped.indexOf('/Contents <', base.length);
  const to = stamped.indexOf('>', from + 11);
  const missed = (offsets: number[]) => missedFlips(offsets, stamped, roots);
  assert.deepEqual(missed(sampleOf(from, to, 500)), []);
  assert.deepEqual(missed(sampleOf(base.length, stamped.length, 150)), []);
  assert.deepEqual(missed(sampleOf(0, base.length, 50)), []);
});

/** The document with other contents of its container. */
function withContainer(change: (container: Buffer) => Uint8Array): Buffer {
  const from = stamped.indexOf('/Contents <', base.length) + 11;
  const to = stamped.indexOf('>', from);
  const container = Buffer.from(stamped.subarray(from, to).toString('latin1'), 'hex');
  const hex = Buffer.from(change(container))
    .toString('hex')
    .padEnd(to - from, '0');
  const copy = Buffer.from(stamped);
  copy.write(hex, from, 'latin1');
  return copy;
}

/** The same container with other unsigned attributes. */
function rebuilt(container: Buffer, unsignedAttributes: readonly Uint8Array[]): Uint8Array {
  const { certificates, signature } = decodeSignedData(container);
  const [leaf, ...chain] = certificates;
  const from = stamped.indexOf('/Contents <', base.length) + 10;
  const to = stamped.indexOf('>', from) + 1;
  const digest = createHash('sha256').update(stamped.subarray(0, from)).update(stamped.subarray(to)).digest();
  const signerOf = readSigner(leaf ?? assert.fail());
  return encodeSignedData({
    digest,
    signer: signerOf,
    chain: chain.map(readChainCertificate),
    signature,
    unsignedAttributes,
  });
}

test(
  'a token that is taken out, replaced by another, or followed by anything fails the document',
  { skip },
  async () => {
    const other = await stampedBy((request) => kit().reply(request));
    const from = other.indexOf('/Contents <', base.length) + 11;
    const otherContainer = Buffer.from(other.subarray(from, other.indexOf('>', from)).toString('latin1'), 'hex');
    assert.ok(
      verified(withContainer((container) => container)).intact,
      'the way of changing changes nothing by itself',
    );
    // The same signature, because RSA is deterministic, with a token that is as good.
    assert.ok(verified(withContainer(() => otherContainer)).intact, 'both are documents that the signer made');
    assert.equal(verified(withContainer((container) => rebuilt(container, []))).intact, false, 'taken out');
    const swapped = withContainer((container) => {
      const { signature, unsignedAttributes } = decodeSignedData(container);
      const exchange = openTimeStampExchange(signature, demands());
      const token = exchange.accept(kit().reply(exchange.request));
      const { vouch } = readStamped(unsignedAttributes) ?? assert.fail();
      return rebuilt(container, stampAttributes({ token, vouch }));
    });
    const result = verified(swapped);
    assert.deepEqual(
      failures(result).map(({ name }) => name),
      ['time-stamp'],
    );
    assert.match(check(result, 'time-stamp')?.detail ?? '', /does not vouch/);
    const unvouched = withContainer((container) => {
      const { token } = readStamped(decodeSignedData(container).unsignedAttributes) ?? assert.fail();
      return rebuilt(container, stampAttributes({ token, vouch: new Uint8Array(384) }).slice(0, 1));
    });
    assert.equal(verified(unvouched).intact, false, 'without the word of the signer');
    const tail = (container: Buffer): Buffer => {
      const copy = Buffer.from(container);
      copy[copy.length - 1] = 1;
      return copy;
    };
    assert.equal(verified(withContainer(tail)).intact, false);
  },
);

test(
  'the clocks of service and authority have to agree, when a document is sealed and when it is verified',
  { skip },
  async () => {
    await assert.rejects(
      stampedBy((request) => kit().reply(request), { claimedMs: today.sealedAtMs - 3_600_000 }),
      /The time stamp is/,
    );
    const early = { ...today, sealedAtMs: today.sealedAtMs - 1_800_000 };
    const pdf = await sealPdfWithTimeStamp(base, early, async (signature) => {
      const exchange = openTimeStampExchange(signature, demands());
      return exchange.accept(kit().reply(exchange.request));
    });
    const result = verified(pdf);
    assert.deepEqual(
      failures(result).map(({ name }) => name),
      ['time-stamp'],
    );
  },
);

test('a token that needs more room than was kept gets it', { skip }, async () => {
  const authority = kit().issue('large');
  const many = Array.from(
    { length: 12 },
    (_, index) =>
      kit().issue(`ballast-${index}`, {
        key: 'ec -pkeyopt ec_paramgen_curve:P-256',
        extensions: [`nsComment=${'x'.repeat(900)}`],
      }).certificate,
  );
  const certificates = [authority.certificate, ...many];
  const pdf = await stampedBy((request) => responseOf(forgeToken(authority, request, { certificates })));
  assert.deepEqual(failures(verified(pdf, { timeAuthorities: [kit().root] })), []);
});

const day = 86_400_000;
const authority = skip === false ? kit().issue('honest') : null;

/** Tokens that are wrong in one respect, and what is said of each. */
const wrongs: [string, Otherwise, RegExp][] = [
  [
    'another nonce',
    { nonce: (one) => Uint8Array.from(one, (octet, i) => (i === 5 ? octet ^ 1 : octet)) },
    /nonce of the token differs/,
  ],
  ['no nonce', { nonce: null }, /nonce of the token differs/],
  ['another imprint', { imprint: (one) => one.map((octet) => octet ^ 1) }, /is a time stamp for other data/],
  ['a shorter imprint', { imprint: (one) => one.subarray(0, 31) }, /is a time stamp for other data/],
  ['the weak hash of its own signature', { hash: 'sha1' }, /1\.3\.14\.3\.2\.26/],
  [
    'contents changed after signing',
    { after: (info) => info.map((octet, i) => (i === 4 ? octet ^ 2 : octet)) },
    /version/,
  ],
  [
    'another time after signing',
    {
      after: (info) =>
        Buffer.from(
          Buffer.from(info)
            .toString('latin1')
            .replace(/20\d{12}Z/, '20300101000000Z'),
          'latin1',
        ),
    },
    /does not match its signature/,
  ],
  ['two signers', { signers: 2 }, /one signer/],
  ['no certificate', { certificates: [new Uint8Array(sealed.subarray(0, 0))] }, /does not contain|malformed/iu],
  ['a certificate of the future TSTInfo', { version: 2 }, /version/],
  ['an hour from now', { timeMs: now * 1_000 + 3_600_000 }, /The time stamp is/],
  [
    'a critical extension',
    { extension: sequence(objectIdentifier('1.2.3.4'), yes, octetString(Uint8Array.of(1))) },
    /critical extension 1\.2\.3\.4/,
  ],
];

for (const [what, wrong, reason] of wrongs) {
  test(`an authority that answers with ${what} is not believed`, { skip }, async () => {
    const identity = authority ?? assert.fail();
    assert.ok(
      (await stampedBy((request) => responseOf(forgeToken(identity, request)))).length > 0,
      'the honest answer is',
    );
    await assert.rejects(
      stampedBy((request) => responseOf(forgeToken(identity, request, wrong))),
      (error: Error) => error instanceof TimeStampError && reason.test(error.message),
    );
  });
}

/** Authorities whose certificates are wrong in one respect. */
const strangers: [string, (name: string) => StampIdentity, number, RegExp][] = [
  ['without extendedKeyUsage', (name) => kit().issue(name, { purpose: null }), 0, /not limited to time stamping/],
  [
    'with an extendedKeyUsage that is not critical',
    (name) => kit().issue(name, { purpose: 'timeStamping' }),
    0,
    /not limited to time stamping/,
  ],
  [
    'with another purpose beside',
    (name) => kit().issue(name, { purpose: 'critical,timeStamping,emailProtection' }),
    0,
    /not limited to time stamping/,
  ],
  ['for servers', (name) => kit().issue(name, { purpose: 'critical,serverAuth' }), 0, /not limited to time stamping/],
  ['that has expired', (name) => kit().issue(name, { days: 1 }), 2 * day, /was not valid after/],
  ['of a short key', (name) => kit().issue(name, { key: 'rsa:1024' }), 0, /key of 1024 bits/],
  [
    'that may not sign',
    (name) => kit().issue(name, { extensions: ['keyUsage=critical,keyEncipherment'] }),
    0,
    /does not allow signatures/,
  ],
];

for (const [n, [what, issue, later, reason]] of strangers.entries()) {
  test(`an authority ${what} is not believed`, { skip }, async () => {
    const identity = issue(`stranger-${n}`);
    const timeMs = today.sealedAtMs + later;
    await assert.rejects(
      stampedBy((request) => responseOf(forgeToken(identity, request, { timeMs })), { claimedMs: timeMs }),
      (error: Error) => error instanceof TimeStampError && reason.test(error.message),
    );
  });
}

test('an authority under another root, or under the name of a trusted one, is not believed', { skip }, async () => {
  const elsewhere = openAuthorities(openOpenssl());
  const identity = elsewhere.issue('honest');
  const rejected = (certificates: Uint8Array[], claimed = identity) =>
    assert.rejects(
      stampedBy((request) =>
        responseOf(
          forgeToken(claimed, request, {
            certificates,
            signedWith: identity.key,
            claimed: certificates[0] ?? assert.fail(),
          }),
        ),
      ),
      TimeStampError,
    );
  await rejected([identity.certificate]);
  await rejected([identity.certificate, elsewhere.root.raw]);
  // The certificate of the honest one, and the key of the other.
  await rejected([(authority ?? assert.fail()).certificate], authority ?? assert.fail());
});

test('a token with any octet changed is read, or refused with TimeStampError and nothing else', { skip }, () => {
  const from = stamped.indexOf('/Contents <', base.length) + 11;
  const container = Buffer.from(stamped.subarray(from, stamped.indexOf('>', from)).toString('latin1'), 'hex');
  const { signature, unsignedAttributes } = decodeSignedData(container);
  const { token } = readStamped(unsignedAttributes) ?? assert.fail();
  const question = { stamped: signature, anchors: anchors() };
  assert.ok(readTimeStamp(token, question).timeMs > 0);
  const unnoticed: number[] = [];
  for (let at = 0; at < token.length; at += 1) {
    const copy = Uint8Array.from(token);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    try {
      readTimeStamp(copy, question);
      unnoticed.push(at);
    } catch (error) {
      assert.ok(error instanceof TimeStampError, String(error));
    }
  }
  // Which is why the signer vouches for every octet: those of digestAlgorithms, and of certificates that are not needed.
  assert.ok(unnoticed.length > 0 && unnoticed.length < token.length / 2, String(unnoticed.length));
});

test('an answer that is none is refused in words', { skip }, async () => {
  const token = (request: Uint8Array) => forgeToken(authority ?? assert.fail(), request);
  const answers: [(request: Uint8Array) => Uint8Array, RegExp][] = [
    [() => new Uint8Array(), /Invalid time-stamp response/],
    [() => Buffer.from('<html>no</html>'), /Invalid time-stamp response/],
    [(request) => token(request), /Invalid time-stamp response/],
    [(request) => Buffer.concat([responseOf(token(request)), Buffer.of(0)]), /Invalid time-stamp response/],
    [() => responseOf(null), /sent no token/],
    [() => responseOf(null, 2), /rejected the request: rejection: as it pleases/],
    [(request) => responseOf(token(request), 3), /rejected the request: waiting/],
    [() => responseOf(sequence()), /Invalid time-stamp response|Malformed/u],
  ];
  for (const [answer, reason] of answers) {
    await assert.rejects(
      stampedBy(answer),
      (error: Error) => error instanceof TimeStampError && reason.test(error.message),
      String(reason),
    );
  }
});
