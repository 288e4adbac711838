import { type Observed, unobserved, untested } from '../../evidence/observed.ts';
import type { ZoneQuestion } from '../../evidence/zone/schema.ts';
import type { DirectAnswer, NameServer } from '../../net/authoritative/question.ts';
import type { AuthoritativeClient, DirectOptions } from '../../net/authoritative/client.ts';
import { directQuestion, type ZoneNames } from './questions.ts';

/** Inputs for querying one server. */
export interface Asking {
  client: AuthoritativeClient;
  server: NameServer;
  names: ZoneNames;
  signal: AbortSignal;
}

/** Sends a query over UDP; plain: without EDNS. */
export async function put(
  { client, server, names, signal }: Asking,
  question: ZoneQuestion,
  isPlain: boolean,
  options: Omit<DirectOptions, 'signal'> = {},
): Promise<DirectAnswer> {
  const asked = directQuestion(question, names);
  return client.ask(server, isPlain ? { ...asked, edns: null } : asked, { ...options, signal });
}

/** The message of an answer that could be read. */
export const messageIn = (answer: DirectAnswer | undefined) =>
  answer?.ok === true && answer.reply.readable ? answer.reply.message : null;

/** A server without EDNS support answers with FORMERR or NOTIMP, and without OPT (RFC 6891 section 7). */
export function refusesEdns(answer: DirectAnswer): boolean {
  const message = messageIn(answer);
  return message !== null && message.edns === null && (message.responseCode === 1 || message.responseCode === 4);
}

/** Answers of one server, by question. */
export type Answers = ReadonlyMap<ZoneQuestion, DirectAnswer>;

const notAsked: Observed<never> = untested('not-asked');

/** Why a question has no readable answer. */
export const failureOf = (answer: DirectAnswer | undefined): Observed<never> =>
  answer === undefined || answer.ok ? notAsked : unobserved(answer.failure);
