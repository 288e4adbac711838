import { ProtocolError } from '../protocol-error.ts';
import { readAlgorithm } from '../x509/algorithm-identifier.ts';
import { constructedTag, DerReader, tags } from '../der/reader.ts';
import { type StrongHash, strongHashes } from '../cms/hashes.data.ts';

/** What an authority signs (RFC 3161 section 2.4.2, TSTInfo). */
export interface TimeStampInfo {
  policy: string;
  imprint: { hash: StrongHash; digest: Uint8Array };
  /** Unsigned, big end first. */
  serialNumber: Uint8Array;
  /** Epoch milliseconds; finer fractions are cut off. */
  timeMs: number;
  /** Two's complement, big end first; null where the authority gave none back. */
  nonce: Uint8Array | null;
}

const ascii = new TextDecoder('latin1');

/** GeneralizedTime in Zulu, with a fraction that does not end in zero (RFC 3161 section 2.4.2, X.690 section 11.7). */
const timeForm = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{0,8}[1-9]))?Z$/;

/** Reads genTime; throws ProtocolError. */
function readGenTime(reader: DerReader): number {
  const { content, offset } = reader.element(tags.generalizedTime, 'genTime');
  const text = ascii.decode(content);
  const found = timeForm.exec(text);
  const [year = 0, month = 0, ...rest] = found?.slice(1, 7).map(Number) ?? [];
  const seconds = Date.UTC(year, month - 1, ...rest);
  const isReal =
    found !== null && new Date(seconds).toISOString().replaceAll(/[-:T]/g, '').startsWith(text.slice(0, 14));
  if (!isReal) throw new ProtocolError('gen-time-invalid', offset);
  return seconds + Number((found[7] ?? '0').padEnd(3, '0').slice(0, 3));
}

function readImprint(info: DerReader): TimeStampInfo['imprint'] {
  const imprint = info.enter(tags.sequence, 'messageImprint');
  const { oid } = readAlgorithm(imprint, 'hashAlgorithm');
  const hash = strongHashes.get(oid);
  if (hash === undefined) throw new ProtocolError('imprint-hash-unsupported', imprint.offset, oid);
  const digest = imprint.octetString('hashedMessage');
  imprint.expectEnd('messageImprint');
  return { hash, digest };
}

function refuseCritical(info: DerReader): void {
  const extensions = info.optional(constructedTag(1), 'extensions');
  extensions?.list((reader) => {
    const extension = reader.enter(tags.sequence, 'An extension');
    const oid = extension.objectIdentifier('The type of an extension');
    if (extension.nextTag === tags.boolean && extension.boolean('critical'))
      throw new ProtocolError('token-critical-extension', extension.offset, oid);
    extension.octetString('The value of an extension');
    extension.expectEnd('An extension');
  }, 'extensions');
}

/** Reads TSTInfo. Throws ProtocolError. */
export function decodeTimeStampInfo(der: Uint8Array): TimeStampInfo {
  const outer = DerReader.of(der);
  const info = outer.enter(tags.sequence, 'TSTInfo');
  outer.expectEnd('TSTInfo');
  if (info.small('version', 0xff) !== 1) throw new ProtocolError('tst-info-version-unknown', info.offset);
  const policy = info.objectIdentifier('policy');
  const imprint = readImprint(info);
  const serialNumber = info.integer('serialNumber');
  const timeMs = readGenTime(info);
  info.optional(tags.sequence, 'accuracy');
  // FALSE is the default, and some spell it out.
  if (info.nextTag === tags.boolean) info.boolean('ordering');
  const nonce = info.nextTag === tags.integer ? info.integer('nonce') : null;
  // tsa is a CHOICE, hence EXPLICIT; the certificate says who it is.
  info.optional(constructedTag(0), 'tsa');
  refuseCritical(info);
  info.expectEnd('TSTInfo');
  return { policy, imprint, serialNumber, timeMs, nonce };
}
