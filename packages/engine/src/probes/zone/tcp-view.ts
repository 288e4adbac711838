import { type Observed, untested } from '../../evidence/observed.ts';
import type { ZoneServer } from '../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../net/authoritative/question.ts';
import type { DirectSession } from '../../net/authoritative/tcp-questions.ts';
import { type Asking, refusesEdns } from './asking.ts';
import { directQuestion } from './questions.ts';

/** A server's answers over TCP, and its connection while open. */
export interface TcpView {
  soa: DirectAnswer;
  axfr: ZoneServer['axfr'];
  session: DirectSession | null;
}

/** SOA, then the transfer, on one connection. */
export async function askByTcp({ client, server, names, signal }: Asking): Promise<TcpView> {
  const opened = await client.open(server, signal);
  const notAsked: Observed<never> = untested('no-reply-before');
  if (!opened.ok) return { soa: opened, axfr: notAsked, session: null };
  const { session } = opened;
  const question = directQuestion('SOA', names);
  const first = await session.ask(question, signal);
  const soa = refusesEdns(first) ? await session.ask({ ...question, edns: null }, signal) : first;
  if (!soa.ok) {
    session.close();
    return { soa, axfr: notAsked, session: null };
  }
  return { soa, axfr: await session.transfer(names.zone, signal), session };
}
