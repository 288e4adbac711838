import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { heartbeatAnswerBytes } from '@perimeter/protocols/tls/records/heartbeat';
import { z } from 'zod';
import { actText, negotiation, negotiationLine, type Reading, serverAct } from '../exchange.ts';

/** One heartbeat message (RFC 6520) and the first answer to it. */
const heartbeatRequest = z.object({
  /** honest: true lengths; claims-padding: claims its padding as payload; claims-excess: claims more than was sent. */
  kind: z.enum(['honest', 'claims-padding', 'claims-excess']),
  claimedBytes: z.int(),
  /** Bytes after the header: payload and padding. */
  suppliedBytes: z.int(),
  /** The message, hex. */
  sent: z.string(),
  answer: serverAct,
});
export type HeartbeatRequest = z.infer<typeof heartbeatRequest>;

/** Heartbeats sent to an endpoint (CVE-2014-0160). */
export const heartbleedTest = z.object({
  /** Why the inventory makes the test unnecessary. */
  ruledOut: z.enum(['tls13-only', 'not-echoed']).nullable(),
  attempts: z.array(
    z.object({
      negotiation,
      phase: z.enum(['during-handshake', 'after-handshake']),
      requests: z.array(heartbeatRequest),
    }),
  ),
});
export type HeartbleedTest = z.infer<typeof heartbleedTest>;
type Attempt = HeartbleedTest['attempts'][number];

const ruledOutText = {
  'tls13-only': 'Only TLS 1.3 is accepted, where no server answers heartbeats',
  'not-echoed': 'The heartbeat extension was offered and not echoed',
} as const;

const requestText = {
  honest: 'Honest heartbeat',
  'claims-padding': 'Heartbeat that claims its padding',
  'claims-excess': 'Heartbeat that claims more than it holds',
} as const;

/** True where the hello offered heartbeats and the server confirmed the extension. */
export const knowsHeartbeats = ({ offered, extensions }: Attempt['negotiation']): boolean =>
  offered.extensions.includes(extensionTypes.heartbeat) && extensions.includes(extensionTypes.heartbeat);

/** An answer longer than the request: the excess is server memory. */
const isLeak = ({ kind, suppliedBytes, answer }: HeartbeatRequest): boolean =>
  kind === 'claims-excess' && answer.kind === 'heartbeat' && answer.bytes > heartbeatAnswerBytes(suppliedBytes);

function requestLine({ kind, claimedBytes, suppliedBytes, answer }: HeartbeatRequest): string {
  const shown = answer.kind === 'heartbeat' ? `an answer of ${answer.bytes} bytes` : actText(answer);
  return `${requestText[kind]}: payload of ${claimedBytes} bytes claimed, ${suppliedBytes} bytes supplied after the header; ${shown}`;
}

function attemptLines({ negotiation: agreed, phase, requests }: Attempt): string[] {
  const opening = phase === 'after-handshake' ? 'After the handshake:' : negotiationLine(agreed);
  if (!knowsHeartbeats(agreed)) return [opening, 'The heartbeat extension was not echoed'];
  return [opening, ...requests.map(requestLine)];
}

/** Heartbleed: on a connection that negotiated heartbeats, an answer is longer than the request. */
export function readHeartbleed({ ruledOut, attempts }: HeartbleedTest): Reading {
  if (ruledOut !== null) return { vulnerable: false, lines: [ruledOutText[ruledOut]] };
  const leak = attempts.findIndex(
    ({ negotiation: agreed, requests }) => knowsHeartbeats(agreed) && requests.some(isLeak),
  );
  const vulnerable = leak >= 0;
  const verdict = vulnerable
    ? 'The answer is longer than the payload that was sent'
    : 'No heartbeat was answered beyond what was sent';
  return { vulnerable, lines: [...attempts.flatMap(attemptLines), verdict] };
}
