import { z } from 'zod';
import { certificateFacts, pathProblem } from '../certificates/schema.ts';
import { dnsLookup } from '../dns/lookup.ts';
import { dnssecStatus, securityReason } from '../dns/schema.ts';
import { answerStatus, textAnswer } from '../mail-auth/text-answer.ts';
import { netFailure, observed } from '../observed.ts';
import { registration } from '../registration.ts';
import { mailHost } from './host.ts';

/** Where the domain's mail is delivered to; `unknown`: the question for MX, or for an address without MX, was not answered. */
const mailExchange = z.object({
  status: answerStatus,
  /** null: a null MX alone (RFC 7505); implicit: no MX, but an address (RFC 5321 section 5.1); none: neither. */
  source: z.enum(['mx', 'null', 'implicit', 'none', 'unknown']),
  security: dnssecStatus,
  reason: securityReason,
  /** In order of preference; the name of a null MX is empty. */
  records: z.array(z.object({ preference: z.int(), host: z.string() })),
  failure: netFailure.optional(),
});

/** Whether mail servers can be reached from here, and what shows it. */
const egress = z.object({
  port25: z.enum(['open', 'blocked', 'intercepted', 'unknown']),
  how: z.enum([
    'connected', // a mail server of this audit answered
    'seen-before', // one of an earlier audit of this process did
    'configured', // the operator says so
    'control-host', // the operator's control host answers, or does not
    'all-silent', // silence or local refusals from all, and no success in this process so far
    'domains-in-a-row', // three registrable domains in a row were silent
    'masked-replies', // X in place of keywords in the answer to EHLO
    'one-greeting', // unrelated hosts greet with the same line
    'provider-without-starttls', // a provider whose servers always offer STARTTLS does not
    'not-tried', // no mail server had to be reached
    'no-answer', // none of this audit answered, which alone shows nothing
  ]),
});

/** The MTA-STS policy as its web server sent it (RFC 8461 section 3.3). */
const policyFetch = z.object({
  status: z.int(),
  contentType: z.string().nullable(),
  /** Where a redirect points to, which senders do not follow. */
  location: z.string().nullable(),
  /** The certificate holds for the name of the policy host. */
  trusted: z.boolean(),
  certificateProblems: z.array(pathProblem),
  /** One character an octet, at most 64 KiB. */
  body: z.string(),
  /** More came than is read. */
  truncated: z.boolean(),
});

/** In the order in which audits ask for them. */
export const clientServiceName = z.enum(['submission', 'submissions', 'imap', 'imaps', 'pop3', 'pop3s']);

/** A service that mail programs look up (RFC 6186, RFC 8314). */
const clientService = z.object({
  service: clientServiceName,
  status: answerStatus,
  /** The target of a service that the domain does not have is empty. */
  targets: z.array(z.object({ priority: z.int(), weight: z.int(), port: z.int(), target: z.string() })),
  failure: netFailure.optional(),
});

/** How mail reaches the domain: MX hosts, TLSA, SMTP sessions, MTA-STS, TLS-RPT, and the services of mail programs. */
export const mailTransportEvidence = z.object({
  mx: mailExchange,
  /** Each host of the MX records once, in their order; the domain itself where the source is implicit. */
  hosts: z.array(mailHost),
  /** Hosts beyond the cap of an audit, which were not looked at. */
  notVisited: z.array(z.string()),
  egress,
  mtaSts: z.object({
    record: textAnswer,
    /** Not tested where there is no record. */
    fetch: observed(policyFetch),
    /** Why a second try failed as well; absent: the first one, or the second, was answered, or none was made. */
    again: netFailure.optional(),
  }),
  tlsRpt: textAnswer,
  clientServices: z.array(clientService),
  /** Of all chains that mail hosts served, each once. */
  certificates: z.array(certificateFacts),
  /** Domains of others that MX hosts and services belong to, where their registration is in doubt. */
  references: z.array(
    z.object({ registration, usedBy: z.array(z.object({ kind: z.enum(['mx', 'service']), name: z.string() })) }),
  ),
  lookups: z.array(dnsLookup),
});
export type MailTransportEvidence = z.infer<typeof mailTransportEvidence>;
