import assert from 'node:assert/strict';
import { createHash, sign, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { encodeAttribute, implicitSet } from '@perimeter/protocols/cms/attributes';
import { encodeSignedData, type SignedDataParts, signedAttributes } from '@perimeter/protocols/cms/signed-data';
import {
  constructed,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
} from '@perimeter/protocols/der/writer';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import { openOpenssl, opensslMissing } from '../testing/openssl.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { base, nowSeconds, options, root, sealed, signer, trust } from '../testing/sealed-sample.ts';
import { createSigner, createSigningRoot } from './certificates.ts';
import { PdfFile } from './pdf-file.ts';
import { sealPdf } from './seal-pdf.ts';
import { readChainCertificate, readSigner } from './signer-certificate.ts';
import { verifySealedPdf } from './verify-pdf.ts';

// Each test is an attack on a sealed file by somebody without its key; none may be called intact.

const failed = (pdf: Uint8Array, roots = trust): string[] =>
  verifySealedPdf(pdf, roots).checks.flatMap(({ name, passed }) => (passed === false ? [name] : []));
const refused = (pdf: Uint8Array, message?: string): void =>
  assert.equal(verifySealedPdf(pdf, trust).intact, false, message);

test('the file itself is intact, so that every refusal below is of the attack', () => {
  assert.ok(verifySealedPdf(sealed, trust).intact);
});

const text = sealed.toString('latin1');
const from = text.indexOf('/Contents <', base.length) + '/Contents '.length;
const to = text.indexOf('>', from) + 1;
const container = Buffer.from(text.slice(from + 1, to - 1), 'hex');
const file = new PdfFile(sealed);
const { root: catalogNumber, info, firstId, size } = file.newest.trailer;
const catalog = file.contents(catalogNumber);

/** An incremental update as an editor appends it: objects, their table, a trailer. */
function updated(pdf: Buffer, objects: Readonly<Record<number, string>>, trailerRoot = catalogNumber): Buffer {
  const previous = new PdfFile(pdf).newest.offset;
  let body = '';
  let table = 'xref\n';
  for (const [number, contents] of Object.entries(objects)) {
    const offset = pdf.length + body.length;
    table += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    body += `${number} 0 obj\n${contents}\nendobj\n`;
  }
  const trailer = `trailer\n<<\n  /Size ${size + 50}\n  /Root ${trailerRoot} 0 R\n  /Info ${info} 0 R\n  /ID [${firstId} <AA>]\n  /Prev ${previous}\n>>\nstartxref\n${pdf.length + body.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(body + table + trailer, 'latin1')]);
}

const firstPage = Number(
  /\/Kids \[\s*(\d+) 0 R/.exec(file.contents(Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1])))?.[1],
);

test('an incremental update behind the seal: annotation, replaced page, replaced catalogue, nothing at all', () => {
  const page = file.contents(firstPage);
  const annotated = page.replace('/Annots [', '/Annots [900 0 R ');
  assert.notEqual(annotated, page);
  const overlay = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 600 800] /Contents (Grade A+) /F 4 >>';
  refused(updated(sealed, { [firstPage]: annotated, 900: overlay }), 'an annotation over the page');
  refused(
    updated(sealed, {
      [firstPage]: page.replace(/\/Contents \d+ 0 R/, '/Contents 901 0 R'),
      901: '<< /Length 0 >>\nstream\n\nendstream',
    }),
  );
  refused(updated(sealed, { [catalogNumber]: catalog }), 'the same catalogue again');
  refused(updated(sealed, { 902: catalog }, 902), 'a catalogue of another number');
  refused(updated(sealed, {}), 'an empty update');
});

test(
  'the updates are such that readers take them: pdfsig calls the signature valid, and only not the whole document',
  { skip: toolMissing('pdfsig') },
  () => {
    const overlay = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 600 800] /Contents (Grade A+) /F 4 >>';
    const page = file.contents(firstPage).replace('/Annots [', '/Annots [900 0 R ');
    withPdf(updated(sealed, { [firstPage]: page, 900: overlay }), (run) => {
      const { output } = run('pdfsig', '-nocert', 'report.pdf');
      assert.match(output, /Signature is Valid/);
      assert.doesNotMatch(output, /Total document signed/);
    });
  },
);

test('shadow attacks: what was hidden before the signature is shown after it, hidden after, or replaced', () => {
  // Hide: an object of the signed part is freed; replace: a font or form is exchanged; hide-and-replace: the whole tree.
  const pages = Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1]);
  const freed = updated(sealed, {})
    .toString('latin1')
    .replace(/xref\n(?=trailer\n<<\n {2}\/Size)/g, () => `xref\n${firstPage} 1\n0000000000 00001 f \n`);
  refused(Buffer.from(freed, 'latin1'));
  refused(
    updated(sealed, {
      [pages]: `<< /Type /Pages /Kids [950 0 R] /Count 1 >>`,
      950: '<< /Type /Page /MediaBox [0 0 9 9] >>',
    }),
  );
  refused(
    updated(
      sealed,
      { 960: catalog.replace(/\/Pages \d+ 0 R/, '/Pages 961 0 R'), 961: '<< /Type /Pages /Kids [] /Count 0 >>' },
      960,
    ),
  );
});

test('the update written into the place of the seal: the last revision is somebody else’s, the file as long as it was', () => {
  const other = updated(base, { [catalogNumber]: new PdfFile(base).contents(catalogNumber) });
  refused(other, 'without any signature');
  refused(Buffer.concat([base, sealed.subarray(base.length, sealed.length - 1)]), 'cut off by one octet');
});

test('octets before and behind the file', () => {
  for (const extra of ['\n', ' ', '\0', '%', 'GIF89a', '%PDF-1.7\n']) {
    refused(Buffer.concat([Buffer.from(extra), sealed]), `before: ${JSON.stringify(extra)}`);
    refused(Buffer.concat([sealed, Buffer.from(extra)]), `behind: ${JSON.stringify(extra)}`);
  }
  refused(Buffer.concat([sealed, sealed]), 'twice');
  const wrapped = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n'), sealed]);
  refused(wrapped, 'inside of another');
});

const altered = (change: (latin1: string) => string): Buffer => {
  const changed = change(text);
  assert.notEqual(changed, text, 'the attack changes the file');
  return Buffer.from(changed, 'latin1');
};

test('games with /ByteRange: every change of it, or a second one', () => {
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/;
  const found = range.exec(text) ?? assert.fail();
  const [a, b, c] = found.slice(1).map(Number);
  const padded = (next: string): string => `${next.padEnd(found[0].length - 1)}\n`;
  for (const numbers of [
    [0, a, b, 0],
    [0, base.length, b, c],
    [0, Number(a) - 2, b, c],
    [0, a, Number(b) + 2, Number(c) - 2],
    [Number(a), 0, b, c],
    [0, Number(b) + Number(c), 0, 0],
    [0, a, b, Number(c) + 4_294_967_296],
  ])
    refused(
      altered((all) => all.replace(range, padded(`/ByteRange [${numbers.join(' ')}]`))),
      numbers.join(' '),
    );
  refused(
    altered((all) => all.replace(range, padded(`/ByteRange [0 ${a} ${b} ${c} ]`))),
    'another spelling',
  );
  refused(altered((all) => all.replace(range, padded('/ByteRange null'))));
  refused(
    altered((all) => all.replace('/Reason', () => `/ByteRange [0 0 0 0] /Reason`)),
    'a second one',
  );
});

test('the spelling of /Contents: case, white space, a string, length', () => {
  const hex = text.slice(from + 1, to - 1);
  const put = (contents: string): Buffer => Buffer.from(text.slice(0, from) + contents + text.slice(to), 'latin1');
  refused(put(`<${hex.toUpperCase()}>`), 'upper case');
  const letter = hex.search(/[a-f]/);
  refused(
    put(`<${hex.slice(0, letter)}${hex.charAt(letter).toUpperCase()}${hex.slice(letter + 1)}>`),
    'one upper case digit',
  );
  refused(put(`<${hex} >`), 'white space');
  refused(put(`<${hex}00>`), 'padding');
  refused(put(`<${hex.slice(0, -1)}>`), 'the last digit left out');
  refused(put(`<${hex.slice(0, -2)} \n>`), 'white space in place of digits');
  refused(put(`(${container.toString('latin1')})`), 'a literal string');
});

test('the seal moved: a second signature field, the first one pointing elsewhere, /Perms taken away', () => {
  const signature = /\/Perms << \/DocMDP (\d+) 0 R >>/.exec(catalog)?.[1];
  const dictionary = file.contents(Number(signature));
  refused(
    updated(sealed, { 970: dictionary, [catalogNumber]: catalog.replace(/DocMDP \d+/, 'DocMDP 970') }),
    'wrapped',
  );
  refused(updated(sealed, { [catalogNumber]: catalog.replace(/\/Perms << [^>]* >>/, '') }));
  refused(updated(sealed, { 971: dictionary.replace('/P 1 ', '/P 3 ') }), 'a second signature that allows more');
  refused(altered((all) => all.replace('/P 1 /V', '/P 2 /V')));
  // The whole first seal kept as dead weight, and another catalogue, table and trailer around it.
  const own = Buffer.from(text.replace(/startxref\n\d+\n%%EOF\n$/, ''), 'latin1');
  refused(
    Buffer.concat([
      own,
      Buffer.from(
        `xref\n0 1\n0000000000 65535 f \ntrailer\n<<\n/Size 1 /Root ${catalogNumber} 0 R /Info ${info} 0 R /ID [${firstId} <AA>]\n>>\nstartxref\n${own.length}\n%%EOF\n`,
      ),
    ]),
  );
});

test('tricks with the cross-reference table: circles, streams, hybrids, offsets elsewhere, two tables', () => {
  const last = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  refused(
    altered((all) =>
      all.replace(/startxref\n\d+\n%%EOF\n$/, `startxref\n${'1'.padStart(String(last).length, '0')}\n%%EOF\n`),
    ),
  );
  refused(
    altered((all) => all.replace(/\/Prev \d+/g, (found) => `/Prev ${String(last).padStart(found.length - 6, '0')}`)),
    'a circle',
  );
  refused(
    altered((all) =>
      all.replace(/(\/Prev \d+)\n>>\nstartxref\n\d+\n%%EOF\n$/, (found) => found.replace('/Prev', '/XRefStm 9 /Prev')),
    ),
    'a hybrid',
  );
  const stream = `7 0 obj\n<< /Type /XRef /Size 8 /W [1 2 1] /Root ${catalogNumber} 0 R >>\nstream\n\nendstream\nendobj\n`;
  refused(
    Buffer.concat([sealed, Buffer.from(`${stream}startxref\n${sealed.length}\n%%EOF\n`)]),
    'a stream of cross-references',
  );
  const table = text.slice(last);
  const moved = table.replace(
    /(\d{10}) 00000 n/,
    (_, digits: string) => `${String(Number(digits) + 1).padStart(10, '0')} 00000 n`,
  );
  refused(Buffer.from(text.slice(0, last) + moved, 'latin1'), 'an entry beside its object');
  refused(Buffer.concat([sealed, Buffer.from(table)]), 'the table twice');
});

test('objects twice, and objects hidden in an object stream', () => {
  refused(updated(sealed, { [info]: '<< /Title (Grade A+) >>' }));
  const packed = deflateSync(Buffer.from(`${catalogNumber} 0 << /Type /Catalog >>`));
  refused(
    updated(sealed, {
      980: `<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
    }),
  );
  const metadata = Number(/\/Metadata (\d+) 0 R/.exec(catalog)?.[1]);
  const other = file
    .stream(metadata)
    .bytes.toString('latin1')
    .replace(/contentSha256>[0-9a-f]{64}</, `contentSha256>${'0'.repeat(64)}<`);
  refused(updated(sealed, { [metadata]: `<< /Length ${other.length} >>\nstream\n${other}\nendstream` }));
});

test('another attachment: behind the seal, or in the place of the first', () => {
  const better = Buffer.from(JSON.stringify({ ...sampleReport, domain: 'forged.example' }));
  const specification = Number(/\/AF \[(\d+) 0 R\]/.exec(catalog)?.[1]);
  const embedded = Number(/\/EF <<\s*\/F (\d+) 0 R/.exec(file.contents(specification))?.[1]);
  const stream = `<< /Type /EmbeddedFile /Length ${better.length} >>\nstream\n${better.toString('latin1')}\nendstream`;
  refused(updated(sealed, { [embedded]: stream }), 'the attached file');
  refused(
    updated(sealed, {
      [specification]: file.contents(specification).replace(/\/F \d+ 0 R/, '/F 990 0 R'),
      990: stream,
    }),
  );
  refused(
    updated(sealed, {
      [catalogNumber]: catalog.replace(/\/AF \[\d+ 0 R\]/, '/AF [991 0 R]'),
      991: '<< /Type /Filespec /EF << /F 990 0 R >> >>',
      990: stream,
    }),
  );
  // Sealed by somebody with a key of his own: the pages say one hash, the attachment has another.
  const lying = sealPdf(base, { ...options, facts: { ...options.facts, contentSha256: '0'.repeat(64) } });
  assert.deepEqual(failed(lying), ['content']);
});

const contentDigest = createHash('sha256').update(sealed.subarray(0, from)).update(sealed.subarray(to)).digest();
const parts: SignedDataParts = {
  digest: contentDigest,
  signer: readSigner(signer.certificate),
  chain: [readChainCertificate(root.certificate)],
  signature: container.subarray(0, 0),
};
const genuine = sign('sha256', signedAttributes(parts), signer.key);

/** The file with another container; one that is longer cannot be, because its place is signed. */
const withContainer = (der: Uint8Array): Buffer => {
  const hex = Buffer.from(der).toString('hex');
  return Buffer.from(`${text.slice(0, from + 1)}${hex.padEnd(to - from - 2, '0')}${text.slice(to - 1)}`, 'latin1');
};

test('a container rebuilt from its parts is the one that is there', () => {
  assert.ok(withContainer(encodeSignedData({ ...parts, signature: genuine })).equals(sealed));
});

/** A container as careless signers make it, with attributes and algorithms as one likes; signed with the genuine key. */
function looseContainer(
  attributes: readonly Uint8Array[],
  more: { hash?: 'sha1' | 'sha256'; unsigned?: Uint8Array; extraSigner?: boolean } = {},
): Uint8Array {
  const hash = more.hash ?? 'sha256';
  const algorithm = sequence(objectIdentifier(hash === 'sha1' ? '1.3.14.3.2.26' : '2.16.840.1.101.3.4.2.1'), nothing);
  const set = setOf(...attributes);
  const { issuer, serialNumber } = parts.signer;
  const one = unsignedInteger(Uint8Array.of(1));
  const signerInfo = sequence(
    one,
    sequence(issuer, serialNumber),
    algorithm,
    implicitSet(0, set),
    sequence(objectIdentifier('1.2.840.113549.1.1.1'), nothing),
    octetString(sign(hash, set, signer.key)),
    ...(more.unsigned === undefined ? [] : [implicitSet(1, setOf(more.unsigned))]),
  );
  const signedData = sequence(
    one,
    setOf(algorithm),
    sequence(objectIdentifier('1.2.840.113549.1.7.1')),
    constructed(0, signer.certificate, root.certificate),
    setOf(signerInfo, ...(more.extraSigner === true ? [signerInfo] : [])),
  );
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), constructed(0, signedData));
}

test('a document of the first form, whose chain is not among what is signed, stays intact', () => {
  const first: SignedDataParts = { ...parts, bound: 'leaf', signature: genuine };
  const digits = to - from - 2 - encodeSignedData(first).length * 2;
  assert.ok(digits > 0, 'it is shorter');
  const cut = text.slice(0, to - 1 - digits) + text.slice(to - 1);
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] */;
  const all = cut
    .replace(range, (found, a: string, b: string, c: string) =>
      `/ByteRange [0 ${a} ${Number(b) - digits} ${c}]`.padEnd(found.length),
    )
    .replace(/startxref\n(\d+)\n%%EOF\n$/, (_, offset: string) => `startxref\n${Number(offset) - digits}\n%%EOF\n`);
  const end = to - digits;
  const digest = createHash('sha256').update(all.slice(0, from), 'latin1').update(all.slice(end), 'latin1').digest();
  const signature = sign('sha256', signedAttributes({ ...parts, digest }, 'leaf'), signer.key);
  const hex = Buffer.from(encodeSignedData({ ...first, digest, signature })).toString('hex');
  const old = Buffer.from(`${all.slice(0, from + 1)}${hex}${all.slice(end - 1)}`, 'latin1');
  assert.deepEqual(failed(old), []);
  assert.deepEqual(missedFlips(sampleOf(from, end, 300), old, trust), []);
});

test('containers that other signers make, with the genuine key: extra, missing or weak parts', () => {
  const digestOf = (hash: string): Uint8Array =>
    createHash(hash).update(sealed.subarray(0, from)).update(sealed.subarray(to)).digest();
  const type = encodeAttribute('1.2.840.113549.1.9.3', objectIdentifier('1.2.840.113549.1.7.1'));
  const digest = encodeAttribute('1.2.840.113549.1.9.4', octetString(digestOf('sha256')));
  const weak = encodeAttribute('1.2.840.113549.1.9.4', octetString(digestOf('sha1')));
  const time = encodeAttribute('1.2.840.113549.1.9.5', octetString(Uint8Array.of(1)));
  refused(withContainer(looseContainer([type, digest])), 'without the certificate among what is signed');
  refused(withContainer(looseContainer([type, digest, time])), 'with another signed attribute');
  refused(withContainer(looseContainer([type, weak], { hash: 'sha1' })), 'SHA-1');
  refused(withContainer(looseContainer([type])), 'without a digest');
  refused(withContainer(looseContainer([type, digest], { unsigned: time })), 'with an unsigned attribute');
  refused(withContainer(looseContainer([type, digest], { extraSigner: true })), 'with two signers');
});

test('containers with the genuine signature: certificates added, exchanged, left out, and the signature of another file', async () => {
  const again = await createSigner(root, nowSeconds);
  const stranger = await createSigningRoot(nowSeconds);
  const chain = (...ders: Uint8Array[]) => ders.map(readChainCertificate);
  for (const [what, changed] of Object.entries({
    'without its issuer': { chain: [] },
    'with a stranger': { chain: chain(root.certificate, stranger.certificate) },
    'with a stranger of the same name in place of the root': { chain: chain(stranger.certificate) },
    'under another signer of the same root': { signer: readSigner(again.certificate) },
    'in the form that binds less': { bound: 'leaf' as const },
  }))
    refused(withContainer(encodeSignedData({ ...parts, signature: genuine, ...changed })), what);
  const other = sealPdf(base, { ...options, sealedAtMs: options.sealedAtMs + 1_000 }).toString('latin1');
  assert.equal(other.length, text.length);
  refused(Buffer.from(text.slice(0, from) + other.slice(from, to) + text.slice(to), 'latin1'), 'of another file');
  const modulus = sign('sha256', signedAttributes(parts), again.key);
  refused(withContainer(encodeSignedData({ ...parts, signature: modulus })), 'signed by another key');
});

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

test('a signer outside of its dates: sealed before it was valid, or after', () => {
  const day = 86_400_000;
  for (const sealedAtMs of [options.sealedAtMs - 2 * day, options.sealedAtMs + 731 * day]) {
    const pdf = sealPdf(base, { ...options, sealedAtMs });
    assert.deepEqual(failed(pdf), ['validity'], new Date(sealedAtMs).toISOString());
  }
});

test('a key that was compromised: nobody but a register or a trusted time stamp says that a file is older', () => {
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

test('certificates that openssl makes under the trusted root and that are not for signing documents', { skip }, () => {
  const openssl = openOpenssl();
  const { run, read } = openssl;
  const names = (name: string): string => `-nodes -keyout ${name}.key -out ${name}.crt -subj /CN=${name}`;
  run(`req -x509 -newkey rsa:2048 ${names('top')} -days 9 -addext basicConstraints=critical,CA:TRUE`);
  const issue = (name: string, extensions: string[], issuer = 'top', key = 'rsa:2048'): void =>
    void run(
      `req -x509 -newkey ${key} ${names(name)} -days 9 -CA ${issuer}.crt -CAkey ${issuer}.key${extensions.map((one) => ` -addext ${one}`).join('')}`,
    );
  const leaf = 'basicConstraints=CA:FALSE';
  issue('good', [leaf, 'keyUsage=critical,digitalSignature,nonRepudiation']);
  issue('authority', ['basicConstraints=critical,CA:TRUE']);
  issue('enciphers', [leaf, 'keyUsage=critical,keyEncipherment']);
  issue('server', [leaf, 'extendedKeyUsage=serverAuth,clientAuth']);
  issue('strange', [leaf, '1.2.3.4=critical,ASN1:NULL']);
  issue('short', [leaf], 'top', 'rsa:1024');
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
    const key = openssl.key(`${name}.key`);
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
