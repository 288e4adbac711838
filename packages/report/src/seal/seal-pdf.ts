import { encodeSignedData, type SignedDataParts, signedAttributes } from '@perimeter/protocols/cms/signed-data';
import { type KeyObject, sign } from 'node:crypto';
import { sha256 } from '../canonical/digest.ts';
import { classicTable, PdfFile, reference } from './pdf-file.ts';
import { type SealFacts, sealedXmp } from './seal-metadata.ts';
import { readChainCertificate, readSigner } from './signer-certificate.ts';
import { stampAttributes, vouchedFor } from './stamp-container.ts';

/** The signer's certificate and key, and its issuers. */
export interface Sealer {
  /** DER. */
  certificate: Uint8Array;
  /** DER, issuer of the certificate first. */
  chain: readonly Uint8Array[];
  key: KeyObject;
}

export interface SealOptions {
  facts: SealFacts;
  sealedAtMs: number;
  sealer: Sealer;
}

const pdfText = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

const pdfDate = (epochMs: number): string =>
  `(D:${new Date(epochMs).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z)`;

/** A dictionary with additional keys at its end. */
function withKeys(dictionary: string, keys: string): string {
  const end = dictionary.lastIndexOf('>>');
  return `${dictionary.slice(0, end)}${keys}\n${dictionary.slice(end)}`;
}

/** PDF/UA-1 section 7.1 requires that the title is displayed; the typesetter's PDF/A output does not set this. */
const showingTitle = (catalog: string): string =>
  /\/ViewerPreferences\s*<</u.test(catalog)
    ? catalog.replace(/\/ViewerPreferences\s*<</u, (found) => `${found}\n    /DisplayDocTitle true`)
    : withKeys(catalog, '  /ViewerPreferences << /DisplayDocTitle true >>');

/** Removes the entry /Suspects false, which is the default, and which poppler 22 reports as an error. */
const withoutSuspects = (catalog: string): string => catalog.replace(/\s*\/Suspects false/u, '');

/** Digits of an offset in /ByteRange: room for files of 10 GB. */
const rangePlaceholder = `/ByteRange [0 ${'*'.repeat(10)} ${'*'.repeat(10)} ${'*'.repeat(10)}]`;

/**
 * An invisible signature field of zero size. Printed and locked (ISO 32000-2 table 167), as PDF/A requires, and outside
 * the crop box, so that PDF/UA requires no tag.
 */
const signatureField = (page: number, signature: number): string =>
  `<<\n  /Type /Annot\n  /Subtype /Widget\n  /FT /Sig\n  /T (Seal)\n  /TU (Certification signature of the audit service)\n  /F 132\n  /Rect [-2 -2 -2 -2]\n  /P ${page} 0 R\n  /V ${signature} 0 R\n>>`;

/** The signature dictionary of a certification that allows no changes (ISO 32000-2 section 12.8.2.2, P 1). */
const signatureDictionary = (containerLength: number, sealedAtMs: number): string =>
  `<<\n  /Type /Sig\n  /Filter /Adobe.PPKLite\n  /SubFilter /ETSI.CAdES.detached\n  ${rangePlaceholder}\n  /Contents <${'0'.repeat(containerLength * 2)}>\n  /M ${pdfDate(sealedAtMs)}\n  /Name ${pdfText('Perimeter')}\n  /Reason ${pdfText('Certifies the report as issued')}\n  /Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]\n  /Prop_Build << /App << /Name /Perimeter >> >>\n>>`;

/** The objects of an update, in writing order. */
class Update {
  readonly parts: Buffer[] = [];
  readonly offsets = new Map<number, number>();
  end: number;

  constructor(start: number) {
    this.end = start;
  }

  put(object: number, contents: string): void {
    const bytes = Buffer.from(`\n${object} 0 obj\n${contents}\nendobj\n`, 'latin1');
    this.offsets.set(object, this.end + 1);
    this.parts.push(bytes);
    this.end += bytes.length;
  }
}

function writeUpdate(base: Uint8Array, containerLength: number, { facts, sealedAtMs }: SealOptions): Update {
  const file = new PdfFile(base);
  const { root, info, size } = file.newest.trailer;
  const [signature, field] = [size, size + 1];
  const catalog = file.contents(root);
  const pages = file.contents(reference(catalog, /\/Pages (\d+) 0 R/u, 'page tree'));
  const firstPage = reference(pages, /\/Kids \[\s*(\d+) 0 R/u, 'first page');
  const metadata = reference(catalog, /\/Metadata (\d+) 0 R/u, 'metadata');
  const update = new Update(base.length);

  const xmp = Buffer.from(sealedXmp(file.stream(metadata).bytes.toString('utf8'), facts));
  const head = `<<\n  /Length ${xmp.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n`;
  update.put(metadata, `${head}${xmp.toString('latin1')}\nendstream`);
  const facets = Object.entries(facts).map(([name, value]) => `  /Perimeter_${name} ${pdfText(value)}`);
  update.put(info, withKeys(file.contents(info), facets.join('\n')));
  const form = `  /AcroForm << /Fields [${field} 0 R] /SigFlags 3 >>\n  /Perms << /DocMDP ${signature} 0 R >>`;
  update.put(root, withKeys(withoutSuspects(showingTitle(catalog)), form));
  const page = file.contents(firstPage);
  const annotated = page.includes('/Annots [')
    ? page.replace('/Annots [', () => `/Annots [${field} 0 R `)
    : withKeys(page, `  /Annots [${field} 0 R]`);
  update.put(firstPage, annotated.includes('/Tabs') ? annotated : withKeys(annotated, '  /Tabs /S'));
  update.put(field, signatureField(firstPage, signature));
  update.put(signature, signatureDictionary(containerLength, sealedAtMs));
  return update;
}

/** A document with its update and an empty container. */
interface Prepared {
  pdf: Buffer;
  /** SHA-256 of everything except the container. */
  digest: Buffer;
  /** The offset of the container's first hexadecimal digit. */
  at: number;
}

function prepare(base: Uint8Array, containerLength: number, options: SealOptions): Prepared {
  const { trailer, offset } = new PdfFile(base).newest;
  const update = writeUpdate(base, containerLength, options);
  const id = sha256(base, Buffer.from(String(options.sealedAtMs)))
    .toString('hex')
    .slice(0, 32)
    .toUpperCase();
  const end = `${classicTable(update.offsets)}trailer\n<<\n  /Size ${trailer.size + 2}\n  /Root ${trailer.root} 0 R\n  /Info ${trailer.info} 0 R\n  /ID [${trailer.firstId} <${id}>]\n  /Prev ${offset}\n>>\nstartxref\n${update.end}\n%%EOF\n`;
  const pdf = Buffer.concat([base, ...update.parts, Buffer.from(end, 'latin1')]);
  const rangeAt = pdf.lastIndexOf(rangePlaceholder);
  const gap = pdf.indexOf('/Contents <', rangeAt) + '/Contents '.length;
  const after = gap + containerLength * 2 + 2;
  const range = `/ByteRange [0 ${gap} ${after} ${pdf.length - after}]`;
  pdf.write(range.padEnd(rangePlaceholder.length), rangeAt, 'latin1');
  return { pdf, digest: sha256(pdf.subarray(0, gap), pdf.subarray(after)), at: gap + 1 };
}

/** Inserts a container; the rest of its space stays zeros. */
function place({ pdf, at }: Prepared, container: Uint8Array): Buffer {
  pdf.write(Buffer.from(container).toString('hex'), at, 'latin1');
  return pdf;
}

/** The parts of a container without the signature, to compute its length in advance. */
function emptyParts({ certificate, chain }: Sealer): SignedDataParts {
  const signer = readSigner(certificate);
  if (signer.keyType !== 'rsa')
    throw new TypeError('Reports are sealed with RSA keys: other signatures have no fixed length');
  // An RSA signature is as long as the modulus (RFC 8017 section 8.2.1).
  const signatureBytes = Math.ceil((signer.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  const signature = new Uint8Array(signatureBytes);
  return { digest: new Uint8Array(32), signer, chain: chain.map(readChainCertificate), signature };
}

const signed = (parts: SignedDataParts, digest: Uint8Array, { key }: Sealer): SignedDataParts => ({
  ...parts,
  digest,
  signature: sign('sha256', signedAttributes({ ...parts, digest }), key),
});

/**
 * Seals a typeset document by one incremental update, which adds the metadata and a PAdES B-B certification signature
 * over the whole file. The container fits exactly, so that no byte is unsigned. Deterministic for an RSA key. Throws if
 * the file is not the typesetter's, or the key is not RSA.
 */
export function sealPdf(base: Uint8Array, options: SealOptions): Buffer {
  const empty = emptyParts(options.sealer);
  const prepared = prepare(base, encodeSignedData(empty).length, options);
  return place(prepared, encodeSignedData(signed(empty, prepared.digest, options.sealer)));
}

/** Gets a time stamp for a signature: DER of a verified token. */
export type Stamper = (signature: Uint8Array) => Promise<Uint8Array>;

/** Initial space for a token; for a longer one the document is signed again with the needed space and some more. */
const tokenRoom = { first: 8_192, more: 1_024, rounds: 3 } as const;

/**
 * Like {@link sealPdf}, with a time stamp of the signature (PAdES B-T, ETSI EN 319 142-1 section 6.3) and the signer's
 * vouching signature over it. Unused space of the container is zeros. Rejects like the stamper.
 */
export async function sealPdfWithTimeStamp(base: Uint8Array, options: SealOptions, stamp: Stamper): Promise<Buffer> {
  const { sealer } = options;
  const empty = emptyParts(sealer);
  let room: number = tokenRoom.first;
  for (let round = 0; round < tokenRoom.rounds; round += 1) {
    const reserved = stampAttributes({ token: new Uint8Array(room), vouch: empty.signature });
    const prepared = prepare(base, encodeSignedData({ ...empty, unsignedAttributes: reserved }).length, options);
    const parts = signed(empty, prepared.digest, sealer);
    const token = await stamp(parts.signature);
    if (token.length <= room) {
      const vouch = sign('sha256', vouchedFor(parts.signature, token), sealer.key);
      return place(prepared, encodeSignedData({ ...parts, unsignedAttributes: stampAttributes({ token, vouch }) }));
    }
    room = token.length + tokenRoom.more;
  }
  throw new TypeError('Each time stamp was longer than the one before');
}
