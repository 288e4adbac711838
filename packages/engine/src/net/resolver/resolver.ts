import { type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { canonicalName } from '@perimeter/protocols/dns/name';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { NetFailureReason } from '../../evidence/observed.ts';
import { answerFrom } from './answer.ts';
import { type Exchanged, failed, type ResolverAddress } from './attempt.ts';
import type { Draw } from './shares.ts';
import { createSingleFlight, runOwn } from './single-flight.ts';
import { systemServers } from './system-servers.ts';
import { type SharedTries, type CountedQuestion, type NormalQuestion, tryOnce } from './try-once.ts';

/** Options of one question. */
export interface ResolveOptions {
  signal: AbortSignal;
  /**
   * CD: answers that fail validation are returned too (RFC 4035 section 3.2.2). True by default: the audit validates
   * itself, so that a domain with broken signatures is audited like any other.
   */
  checkingDisabled?: boolean;
  /** Called for each query sent for this question; not called where an earlier caller's answer is shared. */
  onSent?: () => void;
  /** Called before a new question, and before each query for it; false: the caller's share is used up. */
  draw?: Draw;
}

/** Queries the configured recursive resolvers; failures are answers with status "failed", it never throws. */
export interface Resolver {
  /** Resolvers in use, as address#port. */
  readonly servers: readonly string[];
  /** One question with EDNS and DO. Type is a mnemonic (A, HTTPS, …) or TYPEnnn. */
  query: (name: string, type: string, options: ResolveOptions) => Promise<DnsAnswer>;
  /** The same with the decoded message: for the DNSSEC chain, which needs all its sections. */
  exchange: (name: string, type: string, options: ResolveOptions) => Promise<Exchanged>;
}

/** Configuration of a resolver. */
export interface ResolverConfig {
  /** Empty: the system's. */
  servers: readonly ResolverAddress[];
  /** Most queries in total; default 300. */
  maxQueries?: number;
  /** Time limit of each try, alternating between the servers; default 2, 3 and 5 seconds. */
  tryTimeoutsMs?: readonly number[];
  /** Random case in questions, verified in the answers; off, because some resolvers do not echo it. */
  mixedCase?: boolean;
}

/** Canonical spelling of a question; null where its name or type is invalid. */
function normalise(name: string, type: string, checkingDisabled: boolean): NormalQuestion | null {
  try {
    return { name: canonicalName(name), type: typeName(typeCode(type)), checkingDisabled };
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** NOERROR and NXDOMAIN are final: any other code may differ at another resolver. */
const isFinal = ({ responseCode }: Message): boolean =>
  responseCode === responseCodes.noError || responseCode === responseCodes.nameError;

/** Most bytes of TCP answers in an audit: honest domains need a tenth; a hostile one sends 64 KiB per question. */
const maxTcpOctets = 1_048_576;

/** Failures of one caller that may not apply to another. */
const forgotten: ReadonlySet<NetFailureReason> = new Set(['cancelled', 'budget']);

const isKept = (answer: Exchanged): boolean => answer.ok || !forgotten.has(answer.failure.reason);
const isSpent = (answer: Exchanged): boolean => !answer.ok && answer.failure.reason === 'budget';

const cancelled: Exchanged = { ...failed('cancelled', 'resolver-cancelled'), transport: 'udp' };

/** A resolver client for one audit: no question is sent twice. */
export function createResolver(config: ResolverConfig): Resolver {
  const { maxQueries = 300, tryTimeoutsMs = [2000, 3000, 5000], mixedCase = false } = config;
  const servers = config.servers.length > 0 ? config.servers : systemServers();
  const flights = createSingleFlight<Exchanged>(cancelled, isKept);
  let queriesSent = 0;

  const spend = ({ onSent, maySend }: CountedQuestion): boolean => {
    if (queriesSent >= maxQueries || maySend?.() === false) return false;
    queriesSent += 1;
    onSent?.();
    return true;
  };
  const spent: Exchanged = { ...failed('budget', 'queries-used-up', maxQueries), transport: 'udp' };
  let octetsRead = 0;
  const octets: SharedTries['octets'] = {
    read: (count) => {
      octetsRead += count;
    },
    mayRead: () => octetsRead < maxTcpOctets,
    spent: { ...failed('budget', 'bytes-used-up', maxTcpOctets), transport: 'tcp' },
  };
  const asking: SharedTries = { mixedCase, spend, spent, octets };

  const ask = async (question: CountedQuestion, signal: AbortSignal): Promise<Exchanged> => {
    let best: Exchanged = { ...failed('unreachable', 'no-resolver'), transport: 'udp' };
    for (const [i, timeoutMs] of tryTimeoutsMs.entries()) {
      const server = servers[i % servers.length];
      if (server === undefined) return best;
      const exchanged = await tryOnce(question, server, { timeoutMs, signal }, asking);
      if (exchanged.ok || !best.ok) best = exchanged;
      if (signal.aborted || (!exchanged.ok && exchanged.failure.reason === 'budget')) return best;
      if (exchanged.ok && (isFinal(exchanged.message) || i + 1 >= servers.length)) return best;
    }
    return best;
  };

  const exchange: Resolver['exchange'] = async (name, type, { signal, checkingDisabled = true, onSent, draw }) => {
    const question = normalise(name, type, checkingDisabled);
    if (question === null) return { ...failed('malformed', 'cannot-be-asked'), transport: 'udp' };
    const key = `${question.name} ${question.type} ${checkingDisabled}`;
    const counted: CountedQuestion = { ...question, ...(onSent && { onSent }), ...draw };
    const fly = async (onStart: () => void): Promise<Exchanged> =>
      flights.run(key, signal, async (shared) => {
        onStart();
        return draw?.mayAsk() === false ? asking.spent : ask(counted, shared);
      });
    return runOwn(fly, (answer) => isSpent(answer) && !signal.aborted);
  };

  return {
    servers: servers.map(({ address, port }) => `${address}#${port}`),
    exchange,
    query: async (name, type, options) => {
      const exchanged = await exchange(name, type, options);
      return answerFrom(normalise(name, type, false) ?? { name, type }, exchanged);
    },
  };
}
