import { z } from 'zod';
import type { Reading } from '../exchange.ts';

/** The answer of plain HTTP to a request with Upgrade: TLS/1.0 (RFC 2817). */
export const upgradeAnswer = z.object({
  status: z.int(),
  /** Tokens of the Upgrade header. */
  upgrade: z.array(z.string()),
});
export type UpgradeAnswer = z.infer<typeof upgradeAnswer>;

const switchingProtocols = 101;
/** A token of the Upgrade header (RFC 9110 section 7.8) that names TLS (RFC 2817 section 3.1). */
const tlsToken = /^TLS(?:\/|$)/i;

/** Opossum (CVE-2025-49812): plain HTTP offers an upgrade to TLS, or performs it. */
export function readUpgrade({ status, upgrade }: UpgradeAnswer): Reading {
  // A 101 response names the protocol that it switches to (RFC 9110 section 15.2.2); without one, the only offered
  // protocol counts.
  const vulnerable =
    upgrade.some((token) => tlsToken.test(token)) || (status === switchingProtocols && upgrade.length === 0);
  const shown = upgrade.length === 0 ? 'no Upgrade header' : `Upgrade: ${upgrade.join(', ').slice(0, 80)}`;
  return {
    vulnerable,
    lines: [
      'Sent GET / with Upgrade: TLS/1.0 and Connection: Upgrade to port 80',
      `Answered ${status}, ${shown}`,
      vulnerable
        ? 'The server offers an upgrade to TLS over plain HTTP'
        : 'The server does not offer an upgrade to TLS over plain HTTP',
    ],
  };
}

/** A mail service that received another command in the same segment as STARTTLS. */
export const pipelinedCommand = z.object({
  protocol: z.enum(['imap', 'pop3']),
  upgrade: z.string(),
  injected: z.string(),
  /** The plaintext answer to the upgrade command; server lines are cut to 60 ASCII characters. */
  agreement: z.string(),
  /** Whether the server sent more than that in plaintext. */
  answeredInClear: z.boolean(),
  /** An answer to the injected command inside TLS, before the client sent anything there. */
  unasked: z.string().nullable(),
  /** A command sent inside TLS, and the first answer; null: none was sent. */
  control: z.object({ command: z.string(), answer: z.string() }).nullable(),
});
export type PipelinedCommand = z.infer<typeof pipelinedCommand>;

/** Recognizes an answer to the injected command: IMAP tag p2; in POP3 the end of a list, or an error. */
export const answersInjected: Readonly<Record<PipelinedCommand['protocol'], (line: string) => boolean>> = {
  imap: (line) => /^p2 (OK|NO|BAD)/i.test(line),
  // A second greeting inside TLS is wrong, but not an answer to the command.
  pop3: (line) => line === '.' || line.startsWith('-ERR'),
};

/** STARTTLS command injection: a command sent before the handshake is answered inside TLS. */
export function readPipelined(test: PipelinedCommand): Reading {
  const { protocol, upgrade, injected, agreement, answeredInClear, unasked, control } = test;
  const opening = [`Sent ${upgrade} and ${injected} in one segment`, `Answered in clear: ${agreement}`];
  if (answeredInClear)
    return { vulnerable: false, lines: [...opening, 'The second command was answered in clear as well'] };
  // In POP3 the answers to the control and to the injected command are identical.
  const isLate = control !== null && protocol === 'imap' && answersInjected.imap(control.answer);
  const vulnerable = unasked !== null || isLate;
  const inside =
    unasked === null
      ? `Inside TLS, ${control?.command ?? 'nothing'} was answered: ${control?.answer ?? ''}`
      : `Inside TLS, before anything was sent there: ${unasked}`;
  const verdict = vulnerable
    ? 'A command sent before the handshake was answered inside TLS'
    : 'The command sent before the handshake was discarded';
  return { vulnerable, lines: [...opening, inside, verdict] };
}
