import { z } from 'zod';
import { keyWeakness } from '../certificates/schema.ts';
import { dnsLookup } from '../dns/lookup.ts';
import { netFailure } from '../observed.ts';
import { registration } from '../registration.ts';
import { spfNode, spfStranger } from './spf-tree.ts';
import { answerStatus, textAnswer } from './text-answer.ts';

/** Where mail for a domain is delivered to. */
export const mailRoute = z.object({
  status: answerStatus,
  /** In order of preference; the name of a null MX (RFC 7505) is empty. */
  hosts: z.array(z.object({ preference: z.int(), host: z.string() })),
  /** Whether the domain itself has an address, which takes mail where there is no MX (RFC 5321 section 5.1). */
  address: z.enum(['yes', 'no', 'unknown']),
  failure: netFailure.optional(),
});
export type MailRoute = z.infer<typeof mailRoute>;

/** A place that reports are sent to. */
const destination = z.object({
  /** The tag it stands in; tls: the rua of TLS-RPT. */
  tag: z.enum(['rua', 'ruf', 'tls']),
  uri: z.string(),
  host: z.string(),
  /** Another organization's: it has to agree (RFC 9990 section 4). */
  external: z.boolean(),
  /** The answer that says whether it does; null where none is needed. */
  authorisation: textAnswer.nullable(),
  /** Whether the host takes mail; null for a web address. */
  route: mailRoute.nullable(),
});

/** A DKIM selector that has an answer. */
const selector = z.object({
  selector: z.string(),
  /** Why it was asked for: a provider that the domain uses, or a name that many use. */
  how: z.enum(['provider', 'generic']),
  answer: textAnswer,
  /** Of the RSA key of the first value; null: none of those that are known here. */
  weakness: keyWeakness.nullable(),
});
export type DkimSelector = z.infer<typeof selector>;

/** What one name of the test for DKIM keys showed; compact: denied by an NXNAME record (RFC 9824). */
const existence = z.object({ answer: textAnswer, compact: z.boolean() });

const existenceState = z.enum(['missing', 'exists', 'unknown']);

/** What a name server of the zone says itself of `_domainkey`: without DNSSEC asked for, and with. */
const directExistence = z.object({
  address: z.string(),
  domainkey: z.object({ plain: existenceState, dnssec: existenceState }),
  /** The control name, without DNSSEC; asked where `_domainkey` exists. */
  control: existenceState,
});
export type DirectExistence = z.infer<typeof directExistence>;

/** SPF, DKIM, DMARC and BIMI records, as receivers of mail see them through a resolver. */
export const mailAuthEvidence = z.object({
  route: mailRoute,
  spf: z.object({
    answer: textAnswer,
    /** Octets of the whole answer with EDNS; 0 without one. */
    answerOctets: z.int(),
    tree: spfNode,
    /** What the record makes of strangers, as receivers evaluate it; absent in evidence of earlier versions. */
    strangers: z.array(spfStranger).optional(),
    /** Records of the type 99, which RFC 7208 abolished. */
    legacy: textAnswer,
  }),
  dmarc: z.object({
    /** From the domain up to its top label, as RFC 9989 section 4.10 walks. */
    walk: z.array(z.object({ domain: z.string(), answer: textAnswer })),
  }),
  destinations: z.array(destination),
  dkim: z.object({
    /** A name that nobody can have chosen: an answer shows a wildcard. */
    control: existence,
    domainkey: existence,
    /** Three common selectors. */
    common: z.array(existence),
    /** By two name servers of the zone; absent in evidence from before they were asked. */
    direct: z.array(directExistence).optional(),
    asked: z.array(z.string()),
    /** Selectors without a usable answer. */
    unanswered: z.array(z.string()),
    selectors: z.array(selector),
  }),
  bimi: textAnswer,
  tlsRpt: textAnswer,
  /** Names below the domain that take mail, with their SPF; deep mode only. */
  subdomains: z.array(z.object({ domain: z.string(), route: mailRoute, spf: textAnswer })),
  /** Domains of others that the records refer to, where their registration is in doubt. */
  references: z.array(
    z.object({
      registration,
      usedBy: z.array(z.object({ kind: z.enum(['spf', 'dkim', 'report']), name: z.string() })),
    }),
  ),
  lookups: z.array(dnsLookup),
});
export type MailAuthEvidence = z.infer<typeof mailAuthEvidence>;
