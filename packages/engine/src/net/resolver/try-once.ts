import { randomBytes, randomInt } from 'node:crypto';
import { buildQuery, mixCase } from '@perimeter/protocols/dns/query';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { Exchanged, ResolverAddress } from './attempt.ts';
import { askOverTcp } from './tcp.ts';
import { askOverUdp } from './udp.ts';

/** A question in canonical spelling. */
export interface NormalQuestion {
  name: string;
  type: string;
  checkingDisabled: boolean;
}

/** A question with functions called after each query for it, and before it: false where none may be sent. */
export type CountedQuestion = NormalQuestion & { onSent?: () => void; maySend?: () => boolean };

/** What all tries of an audit share: budgets of queries and bytes, and the failures when they are used up. */
export interface SharedTries {
  mixedCase: boolean;
  spend: (question: CountedQuestion) => boolean;
  spent: Exchanged;
  /** Bytes of TCP answers: `read` counts them, `mayRead` is false when the budget is used up. */
  octets: { read: (count: number) => void; mayRead: () => boolean; spent: Exchanged };
}

/** One query to one server, repeated over TCP if the answer was truncated. */
export async function tryOnce(
  question: CountedQuestion,
  server: ResolverAddress,
  options: { timeoutMs: number; signal: AbortSignal },
  { mixedCase, spend, spent, octets }: SharedTries,
): Promise<Exchanged> {
  const { name, type, checkingDisabled } = question;
  const spelling = mixedCase ? mixCase(name, () => randomBytes(1)[0] ?? 0) : name;
  const query = buildQuery({ id: randomInt(0x1_0000), name: spelling, type: typeCode(type), checkingDisabled });
  if (!spend(question)) return spent;
  const overUdp = await askOverUdp(server, query, { ...options, exactCase: mixedCase });
  if (!overUdp.ok || !overUdp.message.flags.truncated) return { ...overUdp, transport: 'udp' };
  if (!octets.mayRead()) return octets.spent;
  if (!spend(question)) return spent;
  return { ...(await askOverTcp(server, query, options, octets.read)), transport: 'tcp' };
}
