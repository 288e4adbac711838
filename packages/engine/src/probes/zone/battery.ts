import type { ZoneQuestion } from '../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../net/authoritative/question.ts';
import { startDeadline } from '../../net/deadline.ts';
import { type Asking, messageIn, put, refusesEdns } from './asking.ts';
import { deepByTcp, deepOnly, everyServer, existence, lameServer, onceForEachName } from './questions.data.ts';
import { directQuestion } from './questions.ts';
import { inTime } from '../../net/in-time.ts';
import { offersRecursion, serves } from './standing.ts';
import { askByTcp, type TcpView } from './tcp-view.ts';
import { isTimedOut } from '../../net/authoritative/client.ts';

/** The queries for one server. */
export interface BatteryPlan {
  /** Further queries, for one address of each name. */
  hasExtras: boolean;
  hasExistence: boolean;
  isDeep: boolean;
}

/** The results of one server. */
export interface BatteryResult {
  /** SOA over UDP, whatever its result. */
  udp: DirectAnswer;
  tcp: TcpView;
  /** By query; SOA over TCP where UDP was silent or truncated. */
  answers: Map<ZoneQuestion, DirectAnswer>;
}

const [firstTryMs, secondTryMs] = [1_500, 2_500];
/** A query that was silent over UDP gets the same time over an open connection. */
const tcpTryMs = 1_500;

/** Milliseconds by which TCP queries precede those for one address only. */
const extrasAfterMs = 500;

/** SOA over UDP: with EDNS and, if that is refused or dropped, without. */
async function soaByUdp(asking: Asking): Promise<{ answer: DirectAnswer; isPlain: boolean }> {
  const ask = async (timeoutMs: number, isPlain: boolean): Promise<DirectAnswer> =>
    put(asking, 'SOA', isPlain, { timeoutsMs: [timeoutMs], tcp: 'never' });
  const first = await ask(firstTryMs, false);
  if (!refusesEdns(first) && !isTimedOut(first)) return { answer: first, isPlain: false };
  const [repeated, plain] = await Promise.all([
    isTimedOut(first) ? ask(secondTryMs, false) : first,
    ask(secondTryMs, true),
  ]);
  if (repeated.ok && !refusesEdns(repeated)) return { answer: repeated, isPlain: false };
  return plain.ok ? { answer: plain, isPlain: true } : { answer: repeated, isPlain: false };
}

/** The SOA to judge the server by: a truncated datagram is replaced by the TCP reply (RFC 2181 section 9). */
async function wholeSoa(udp: DirectAnswer, tcp: Promise<TcpView>): Promise<DirectAnswer> {
  if (udp.ok && !udp.truncated) return udp;
  const { soa } = await tcp;
  return soa.ok || !udp.ok ? soa : udp;
}

/** Queries for a server that serves the zone, or for one that does not. */
function questionsFor({ hasExistence, isDeep }: BatteryPlan, isServing: boolean): readonly ZoneQuestion[] {
  if (!isServing) return lameServer;
  return [...everyServer, ...(hasExistence ? existence : []), ...(isDeep ? deepOnly : [])];
}

/** A query over the connection, while it is open. */
async function askOverTcp(asking: Asking, question: ZoneQuestion, tcp: Promise<TcpView>, timeoutMs = tcpTryMs) {
  const { session } = await tcp;
  if (session === null) return null;
  using deadline = startDeadline(asking.signal, { name: 'ask-over-tcp()', timeoutMs });
  return session.ask(directQuestion(question, asking.names), deadline.signal);
}

/** A query over UDP; if it is silent, over the open connection. */
async function askEither(asking: Asking, question: ZoneQuestion, isPlain: boolean, tcp: Promise<TcpView>) {
  const answer = await put(asking, question, isPlain, { tcp: question === 'any' ? 'never' : 'truncated' });
  if (!isTimedOut(answer)) return answer;
  const overTcp = await askOverTcp(asking, question, tcp);
  return overTcp?.ok === true ? overTcp : answer;
}

/**
 * The reverse, for queries to one address of each name: the connection carries all of them at once, which leaves the
 * datagram rate to queries that need UDP.
 */
async function askConnected(asking: Asking, question: ZoneQuestion, tcp: Promise<TcpView>, ask: Ask) {
  const overTcp = await askOverTcp(asking, question, tcp);
  return overTcp?.ok === true ? overTcp : ask(question);
}

type Ask = (question: ZoneQuestion) => Promise<DirectAnswer | null>;

/** Whether the server resolves names for strangers: tested if it offers recursion for the parent zone without serving it. */
async function askOutside(parentSoa: Promise<DirectAnswer | null>, ask: Ask): Promise<DirectAnswer | null> {
  return offersRecursion(messageIn((await parentSoa) ?? undefined)) ? ask('outside') : null;
}

/** All queries to one server: SOA, NS and DNSKEY first, others by their results. */
export async function askServer(asking: Asking, plan: BatteryPlan): Promise<BatteryResult> {
  const tcp = askByTcp(asking);
  const early = {
    NS: put(asking, 'NS', false, { timeoutsMs: [firstTryMs] }),
    DNSKEY: put(asking, 'DNSKEY', false, { timeoutsMs: [firstTryMs] }),
  };
  const { answer: udp, isPlain } = await soaByUdp(asking);
  const soa = await wholeSoa(udp, tcp);
  const isServing = serves(messageIn(soa), asking.names.zone);
  const ask: Ask = async (question) =>
    udp.ok ? askEither(asking, question, isPlain, tcp) : askOverTcp(asking, question, tcp);
  const again = async (question: 'NS' | 'DNSKEY'): Promise<DirectAnswer> => {
    const answer = await early[question];
    const isWanting = isServing && (isPlain || !answer.ok);
    return isWanting ? ((await ask(question)) ?? answer) : answer;
  };
  const asked = new Map<ZoneQuestion, Promise<DirectAnswer | null>>([['SOA', Promise.resolve(soa)]]);
  for (const question of ['NS', 'DNSKEY'] as const) asked.set(question, again(question));
  for (const question of soa.ok ? questionsFor(plan, isServing) : []) asked.set(question, ask(question));
  for (const question of isServing && plan.isDeep ? deepByTcp : [])
    asked.set(question, askOverTcp(asking, question, tcp));
  // After SOA and the transfer by TCP: these are the ones to do without where questions run out.
  const turn = inTime(tcp, extrasAfterMs, () => null);
  for (const question of isServing && plan.hasExtras ? onceForEachName : [])
    asked.set(
      question,
      turn.then(async (view) => (view === null ? ask(question) : askConnected(asking, question, tcp, ask))),
    );
  const parentSoa = asked.get('parent-soa');
  if (parentSoa !== undefined) asked.set('outside', askOutside(parentSoa, ask));
  const answers = new Map<ZoneQuestion, DirectAnswer>();
  for (const [question, answering] of asked) {
    const answer = await answering;
    if (answer !== null) answers.set(question, answer);
  }
  const view = await tcp;
  view.session?.close();
  return { udp, tcp: view, answers };
}
