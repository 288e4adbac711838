import { z } from 'zod';
import { dnsRecord } from '../dns/schema.ts';

/** Bits of the header, and the numbers in the same 16-bit word. */
const replyFlag = z.enum(['aa', 'tc', 'rd', 'ra', 'z', 'ad', 'cd']);

/** A decoded message. Records are in canonical order, so that equal content has the same id. */
const readableReply = z.object({
  readable: z.literal(true),
  /** Including the upper eight bits from EDNS. */
  rcode: z.int(),
  flags: z.array(replyFlag),
  /** False: only the header came back, with an error. */
  hasQuestion: z.boolean(),
  /** The name of the question came back in the same case. */
  sameCase: z.boolean(),
  ednsPresent: z.boolean(),
  /** Codes of the EDNS options. */
  options: z.array(z.int()),
  /** The 16 bits of EDNS flags, DO being 0x8000; 0 without EDNS. */
  ednsFlags: z.int(),
  extendedErrors: z.array(z.object({ code: z.int(), text: z.string() })),
  answer: z.array(dnsRecord),
  authority: z.array(dnsRecord),
  /** A and AAAA of the additional section. */
  additional: z.array(dnsRecord),
  /** How many records each section had. */
  counts: z.object({ answer: z.int(), authority: z.int(), additional: z.int() }),
});
export type ReadableReply = z.infer<typeof readableReply>;

/** A reply of a name server as evidence keeps it, once for all servers that sent the same. */
export const zoneReply = z.discriminatedUnion('readable', [
  readableReply,
  z.object({
    readable: z.literal(false),
    /** Why it could not be decoded: `kept` of a ProtocolError; earlier audits stored its words. */
    problem: z.string(),
    /** Its first 512 octets in base64. */
    start: z.string(),
  }),
]);
export type ZoneReply = z.infer<typeof zoneReply>;
