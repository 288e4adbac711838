import { ProtocolError } from '../protocol-error.ts';
import { decodeEdns, type Edns, ednsRecord, optType } from './edns.ts';
import { decodeName, encodeName, joinLabels, labelsOf } from './name.ts';
import { expandRdata } from './rdata.ts';
import { concat, u16, u32 } from '../bytes.ts';
import { ByteReader } from '../byte-reader.ts';
import type { Question, ResourceRecord } from './record.ts';

/** Bits of the header (RFC 1035 section 4.1.1; AD and CD: RFC 4035 section 3); the reserved one is Z, which is to be zero. */
export const headerFlags = {
  response: 0x8000,
  authoritative: 0x0400,
  truncated: 0x0200,
  recursionDesired: 0x0100,
  recursionAvailable: 0x0080,
  reserved: 0x0040,
  authenticated: 0x0020,
  checkingDisabled: 0x0010,
} as const;
export type HeaderFlag = keyof typeof headerFlags;

/** Response codes that the engine distinguishes (IANA registry "DNS RCODEs"). */
export const responseCodes = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  nameError: 3,
  notImplemented: 4,
  refused: 5,
  badVersion: 16,
} as const;

/** A whole DNS message; OPT is lifted out of the additional section. */
export interface Message {
  id: number;
  opcode: number;
  flags: Readonly<Record<HeaderFlag, boolean>>;
  /** With the upper eight bits of EDNS where there is EDNS (RFC 6891 section 6.1.3). */
  responseCode: number;
  questions: Question[];
  answers: ResourceRecord[];
  authorities: ResourceRecord[];
  additionals: ResourceRecord[];
  edns: Edns | null;
}

const flagNames: readonly HeaderFlag[] = [
  'response',
  'authoritative',
  'truncated',
  'recursionDesired',
  'recursionAvailable',
  'reserved',
  'authenticated',
  'checkingDisabled',
];

/** All flags, those not given being off. */
export const flagsOf = (set: Partial<Record<HeaderFlag, boolean>>): Record<HeaderFlag, boolean> => ({
  response: false,
  authoritative: false,
  truncated: false,
  recursionDesired: false,
  recursionAvailable: false,
  reserved: false,
  authenticated: false,
  checkingDisabled: false,
  ...set,
});

function unpackFlags(bits: number): Record<HeaderFlag, boolean> {
  const flags = flagsOf({});
  for (const flag of flagNames) flags[flag] = (bits & headerFlags[flag]) !== 0;
  return flags;
}

/** Names that were read already, by the offset that a pointer names: most owners are one pointer to one name. */
type KnownNames = Map<number, string>;

function decodeOwner(reader: ByteReader, known: KnownNames): string {
  const start = reader.offset;
  const [high, low] = [reader.bytes[start] ?? 0, reader.bytes[start + 1] ?? 0];
  const key = high >= 0xc0 ? (high & 0x3f) * 256 + low : start;
  const seen = high >= 0xc0 ? known.get(key) : undefined;
  if (seen !== undefined) {
    reader.take(2);
    return seen;
  }
  const { name, next } = decodeName(reader.bytes, start);
  reader.offset = next;
  known.set(key, name);
  return name;
}

function decodeQuestion(reader: ByteReader, known: KnownNames): Question {
  return { name: decodeOwner(reader, known), type: reader.u16(), class: reader.u16() };
}

function decodeRecord(reader: ByteReader, known: KnownNames): ResourceRecord {
  const question = decodeQuestion(reader, known);
  const ttl = reader.u32();
  const length = reader.u16();
  const rdata = expandRdata(reader.bytes, reader.offset, length, question.type);
  reader.take(length);
  return { ...question, ttl, rdata };
}

const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);

/** The one OPT record of a message; two of them are malformed (RFC 6891 section 6.1.1). */
function liftEdns(additionals: readonly ResourceRecord[]): Edns | null {
  const [first, second] = additionals.filter(({ type }) => type === optType);
  if (second !== undefined) throw new ProtocolError('several-opt-records', 0);
  return first === undefined ? null : decodeEdns(first);
}

/** Reads a message of at most 64 KiB, of which no byte may be left over; throws ProtocolError. */
export function decodeMessage(bytes: Uint8Array): Message {
  if (bytes.length > 0xffff) throw new ProtocolError('dns-message-too-long', 0xffff);
  const reader = new ByteReader(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  const id = reader.u16();
  const bits = reader.u16();
  const [questionCount, answerCount, authorityCount, additionalCount] = [
    reader.u16(),
    reader.u16(),
    reader.u16(),
    reader.u16(),
  ];
  const known: KnownNames = new Map();
  const questions = times(questionCount, () => decodeQuestion(reader, known));
  const answers = times(answerCount, () => decodeRecord(reader, known));
  const authorities = times(authorityCount, () => decodeRecord(reader, known));
  const additionals = times(additionalCount, () => decodeRecord(reader, known));
  if (reader.remaining > 0) throw new ProtocolError('bytes-after-last-record', reader.offset);
  const edns = liftEdns(additionals);
  return {
    id,
    opcode: (bits >> 11) & 0xf,
    flags: unpackFlags(bits),
    responseCode: (bits & 0xf) | ((edns?.extendedResponseCode ?? 0) << 4),
    questions,
    answers,
    authorities,
    additionals: additionals.filter(({ type }) => type !== optType),
    edns,
  };
}

/** Collects a message and remembers where names stand, so that later owners can point there. */
class Writer {
  private readonly parts: Uint8Array[] = [];
  private readonly seen = new Map<string, number>();
  private length = 0;

  push(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  /** A name, its known tail as a pointer; pointers reach 14 bits far (RFC 1035 section 4.1.4). */
  name(name: string): void {
    const labels = labelsOf(name);
    if (encodeName(name).length === 1) return this.push(Uint8Array.of(0));
    for (let i = 0; i < labels.length; i++) {
      const tail = joinLabels(labels.slice(i));
      const target = this.seen.get(tail);
      if (target !== undefined) return this.push(u16(0xc000 | target));
      if (this.length < 0x4000) this.seen.set(tail, this.length);
      this.push(encodeName(labels[i] ?? '').subarray(0, -1));
    }
    this.push(Uint8Array.of(0));
  }

  question({ name, type, class: klass }: Question): void {
    this.name(name);
    this.push(concat([u16(type), u16(klass)]));
  }

  record(record: ResourceRecord): void {
    this.question(record);
    this.push(concat([u32(record.ttl), u16(record.rdata.length), record.rdata]));
  }

  finish(): Uint8Array {
    return concat(this.parts);
  }
}

/** Writes a message; throws ProtocolError where a name or the whole is too long. */
export function encodeMessage(message: Message): Uint8Array {
  const { id, opcode, flags, responseCode, questions, answers, authorities, edns } = message;
  const bits = flagNames.reduce(
    (sum, flag) => (flags[flag] ? sum | headerFlags[flag] : sum),
    (opcode << 11) | (responseCode & 0xf),
  );
  const opt = edns === null ? [] : [ednsRecord({ ...edns, extendedResponseCode: responseCode >> 4 })];
  const additionals = [...message.additionals, ...opt];
  const writer = new Writer();
  const counts = [questions, answers, authorities, additionals].map(({ length }) => u16(length));
  writer.push(concat([u16(id), u16(bits), ...counts]));
  for (const question of questions) writer.question(question);
  for (const record of [...answers, ...authorities, ...additionals]) writer.record(record);
  const bytes = writer.finish();
  if (bytes.length > 0xffff) throw new ProtocolError('dns-message-too-long', 0xffff);
  return bytes;
}
