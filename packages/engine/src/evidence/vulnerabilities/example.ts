import { premasterFlaws } from '@perimeter/protocols/tls/handshake/premaster-block';
import type { Negotiation, ServerAct } from './exchange.ts';
import { type CbcOracleTest, type MalformedRecord, malformedRecords } from './flaws/cbc-oracle.ts';
import type { ClientRenegotiationTest, RenegotiationTry } from './flaws/client-renegotiation.ts';
import type { CrossNameTest } from './flaws/cross-name.ts';
import type { EarlyCcsTest } from './flaws/early-ccs.ts';
import type { HeartbleedTest } from './flaws/heartbleed.ts';
import type { PipelinedCommand } from './flaws/plaintext-upgrade.ts';
import type { PoodleTlsTest } from './flaws/poodle-tls.ts';
import type { RobotTest } from './flaws/robot.ts';
import type { TicketbleedTest } from './flaws/ticketbleed.ts';

/** A fatal alert. */
export const alertAct = (description: number): ServerAct => ({ kind: 'alert', level: 2, description });

const heartbeatExtension = 15;
const cbcSuite = 0xc013;

const negotiation: Negotiation = {
  offered: {
    version: 0x0303,
    serverName: 'example.test',
    suites: [0xc02f, cbcSuite],
    extensions: [0, heartbeatExtension],
  },
  suite: cbcSuite,
  extensions: [heartbeatExtension],
};

/** Heartbeats; the one that claims an excess length gets this answer. */
export const heartbeats = (answer: ServerAct): HeartbleedTest => ({
  ruledOut: null,
  attempts: [
    {
      negotiation,
      phase: 'during-handshake',
      requests: [{ kind: 'claims-excess', claimedBytes: 32, suppliedBytes: 16, sent: '010020', answer }],
    },
  ],
});

/** Two early ChangeCipherSpec messages on each of two connections; the second gets this answer. */
export const earlyChanges = (answer: ServerAct): EarlyCcsTest => {
  const made = { negotiation, answers: [{ kind: 'silence' } as const, answer] };
  return { tries: [made, made], emptyKeys: [], completesInOrder: null };
};

/** A ticket offered twice with a session id of 16 bytes; the echoed id has this length. */
export const shortSessionIds = (echoedBytes: number): TicketbleedTest => {
  const value = { resumed: true, echoedBytes, beginsWithSent: true };
  const made = { sessionId: 'ab'.repeat(16), answer: { known: true, value } as const };
  return { negotiation, ticketBytes: 192, resumptions: [made, made] };
};

const badMac = alertAct(20);

/** Malformed premaster secrets; all get alert 20 except those listed. */
export const premasters = (others: Partial<Record<(typeof premasterFlaws)[number], ServerAct>> = {}): RobotTest => ({
  negotiations: [negotiation],
  flows: [
    { flow: 'full', rounds: 3, variants: premasterFlaws.map((flaw) => ({ flaw, reaction: [others[flaw] ?? badMac] })) },
  ],
});

/** Handshakes with valid and invalid padding; whether the invalid ones are accepted. */
export const paddings = (isAccepted: boolean): PoodleTlsTest => {
  const failure = isAccepted
    ? null
    : { reason: 'tls' as const, gap: 'words-kept' as const, values: ['Server answered alert 20 bad_record_mac'] };
  const wrong = { padding: 'wrong-octets' as const, negotiation, failure };
  return { tries: [{ padding: 'right', negotiation, failure: null }, wrong, ...(isAccepted ? [wrong] : [])] };
};

/** Malformed records; all get alert 20 except those listed. */
export const cbcRecords = (others: Partial<Record<MalformedRecord, ServerAct>> = {}): CbcOracleTest => ({
  suites: [
    {
      suite: cbcSuite,
      version: 'TLSv1.2',
      rounds: 3,
      variants: malformedRecords.map((record) => ({ record, reaction: [others[record] ?? badMac] })),
    },
  ],
});

/** Completed renegotiations, and a refusal where they are fewer than ten. */
export const renegotiations = (accepted: number): ClientRenegotiationTest => {
  const completed: RenegotiationTry = { completed: true, answer: [], answerToRequest: null, failure: null };
  const refusal: RenegotiationTry = { ...completed, completed: false, answer: [alertAct(100)] };
  return {
    negotiation,
    tries: [...Array.from({ length: accepted }, () => completed), ...(accepted < 10 ? [refusal] : [])],
  };
};

/** A session offered under another name that has a different certificate. */
export const otherNameResumed = (otherName: string, resumed: boolean): CrossNameTest => ({
  otherName,
  negotiation,
  leafSha256: 'a'.repeat(64),
  otherLeafSha256: 'b'.repeat(64),
  coversOther: false,
  resumable: true,
  resumption: { resumed, status: resumed ? 200 : null, failure: null },
});

/** A command sent after IMAP STARTTLS in the same segment, either answered inside TLS or discarded. */
export const pipelined = (isAnswered: boolean): PipelinedCommand => ({
  protocol: 'imap',
  upgrade: 'p1 STARTTLS',
  injected: 'p2 NOOP',
  agreement: 'p1 OK Begin TLS',
  answeredInClear: false,
  unasked: isAnswered ? 'p2 OK NOOP' : null,
  control: isAnswered ? null : { command: 'p3 NOOP', answer: 'p3 OK NOOP' },
});
