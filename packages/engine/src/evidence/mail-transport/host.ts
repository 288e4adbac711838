import { z } from 'zod';
import { dnssecStatus, securityReason } from '../dns/schema.ts';
import { netFailure, observed } from '../observed.ts';
import { refusedFields } from '../refused-address.ts';
import { answerStatus } from '../mail-auth/text-answer.ts';
import { smtpSession } from './session.ts';

/** One TLSA record of a mail server (RFC 6698, RFC 7672), and the addresses whose chains it vouches for. */
const tlsaRecord = z.object({
  usage: z.int(),
  selector: z.int(),
  matchingType: z.int(),
  /** Hex. */
  data: z.string(),
  /** Why mail servers ignore it (RFC 7672 section 3.1.3); null: it is usable. */
  unusable: z.enum(['usage', 'selector', 'matching-type', 'length', 'unreadable']).nullable(),
  /** What each address with a chain shows; name, expired: of usage 2, whose certificates are judged for both. */
  matches: z.array(
    z.object({
      address: z.string(),
      /** SHA-256 of the first certificate of the chain, where an address serves several; earlier audits saw one chain. */
      leaf: z.string().optional(),
      outcome: z.enum(['match', 'none', 'name', 'expired']),
    }),
  ),
});
export type TlsaRecord = z.infer<typeof tlsaRecord>;

/** The answer of one name for the TLSA records of port 25. */
const tlsaAnswer = z.object({
  /** `_25._tcp.` and the base name. */
  name: z.string(),
  status: answerStatus,
  security: dnssecStatus,
  reason: securityReason,
  /** The name at or above the base whose missing DS is not proved: the zone fails to prove any absence. */
  unprovedAt: z.string().optional(),
  records: z.array(tlsaRecord),
  failure: netFailure.optional(),
});
export type TlsaAnswer = z.infer<typeof tlsaAnswer>;

/** One address of a mail host; unknown sessions say whether it was not visited, or did not answer. */
const mailAddress = z.object({
  address: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  allowed: z.boolean(),
  ...refusedFields,
  session: observed(smtpSession),
});
export type MailAddress = z.infer<typeof mailAddress>;

/** One host of the MX records. */
export const mailHost = z.object({
  name: z.string(),
  preference: z.int(),
  /** literal: an address where a name belongs; failed: an address question was not answered. */
  status: z.enum(['exists', 'no-address', 'nxdomain', 'literal', 'failed']),
  /** Of its addresses, or of their absence: the weaker of the two families. SHA-1 counts as unsigned (RFC 9905). */
  security: dnssecStatus,
  reason: securityReason,
  /** Names of the aliases that lead to the addresses. */
  aliases: z.array(z.string()),
  /**
   * Of the alias itself, where what it leads to is not signed: senders then look for TLSA below its own name all the same (RFC 7672
   * section 2.2.2).
   */
  aliasSecurity: dnssecStatus.optional(),
  addresses: z.array(mailAddress),
  /** In the order in which senders look (RFC 7672 section 2.2.3): below the last alias, then below the name itself. */
  tlsa: z.array(tlsaAnswer),
  failure: netFailure.optional(),
});
export type MailHost = z.infer<typeof mailHost>;
