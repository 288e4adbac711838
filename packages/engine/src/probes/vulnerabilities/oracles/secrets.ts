import { type PremasterFlaw, premasterFlaws } from '@perimeter/protocols/tls/handshake/premaster-block';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import type { Negotiation, Reaction } from '../../../evidence/vulnerabilities/exchange.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { reactionOf } from '../exchange/reaction.ts';
import { type Negotiated, type Subject, meetWith } from '../exchange/subject.ts';
import { type Flow, sendExchange } from './key-exchange.ts';
import { encrypted } from './premaster.ts';
import type { Variant } from './rounds.ts';

/** The tests of one server with one flow. */
export interface FlowQuestion {
  subject: Subject;
  negotiated: Negotiated;
  flow: Flow;
  signal: AbortSignal;
  /** Called for each handshake, with whether the server requested a client certificate. */
  note: (negotiation: Negotiation, wantsCertificate: boolean) => void;
}

async function ask(question: FlowQuestion, flaw: PremasterFlaw): Promise<Reaction | UnknownBecause> {
  const { subject, negotiated, flow, signal, note } = question;
  const { version, suites } = negotiated;
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  note(negotiationOf(met.flight), met.flight.wantsCertificate);
  try {
    const secret = encrypted(met.flight, flaw);
    if ('reason' in secret) return secret;
    sendExchange(met, secret, flow);
    return await reactionOf(met.client);
  } finally {
    met.client.close();
  }
}

/** One variant for each premaster secret, valid and invalid. */
export const variantsOf = (question: FlowQuestion): Variant<PremasterFlaw>[] =>
  premasterFlaws.map((flaw) => ({ name: flaw, ask: () => ask(question, flaw) }));
