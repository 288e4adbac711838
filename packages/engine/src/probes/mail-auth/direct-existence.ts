import { canonicalName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DirectExistence } from '../../evidence/mail-auth/schema.ts';
import { existenceQuestion, existenceServersOf } from '../../net/authoritative/existence.ts';
import type { DirectAnswer, NameServer } from '../../net/authoritative/question.ts';
import type { ProbeContext } from '../probe.ts';
import { isCompactDenial } from './compact-denial.ts';

type State = DirectExistence['domainkey']['plain'];

const soa = typeCode('SOA');

/** The zone of a name, by the SOA in an answer about it. */
async function zoneOf({ resolver, signal }: ProbeContext, name: string): Promise<string | null> {
  const exchanged = await resolver.exchange(name, 'SOA', { signal });
  if (!exchanged.ok) return null;
  const { answers, authorities } = exchanged.message;
  const owners = [...answers, ...authorities].filter(({ type }) => type === soa).map((one) => canonicalName(one.name));
  return owners.find((owner) => isAtOrBelow(name, owner)) ?? null;
}

/** An authoritative answer about a name; a referral, or an answer without authority, proves nothing. */
function stateOf(answer: DirectAnswer, name: string): State {
  if (!answer.ok || !answer.reply.readable) return 'unknown';
  const { message } = answer.reply;
  if (!message.flags.authoritative) return 'unknown';
  if (message.responseCode === 3) return 'missing';
  if (message.responseCode !== 0) return 'unknown';
  return isCompactDenial(message, name) ? 'missing' : 'exists';
}

async function askOne(
  { authoritative, signal }: ProbeContext,
  server: NameServer,
  names: { domainkey: string; control: string },
): Promise<DirectExistence> {
  const ask = async (name: string, dnssecOk: boolean): Promise<State> =>
    stateOf(await authoritative.ask(server, existenceQuestion(name, dnssecOk), { signal, tcp: 'limited' }), name);
  const [plain, dnssec] = await Promise.all([ask(names.domainkey, false), ask(names.domainkey, true)]);
  // Existence only counts if a random name does not exist.
  const control = plain === 'exists' ? await ask(names.control, false) : 'unknown';
  return { address: server.address, domainkey: { plain, dnssec }, control };
}

/**
 * Queries name servers directly whether keys exist: online signers deny no name while DNSSEC is requested (RFC 9824),
 * as resolvers do.
 */
export async function askDirectly(
  context: ProbeContext,
  names: { domainkey: string; control: string },
): Promise<DirectExistence[]> {
  const zone = await zoneOf(context, context.target.domain);
  if (zone === null) return [];
  const servers = await existenceServersOf(context, zone);
  return Promise.all(servers.map(async (server) => askOne(context, server, names)));
}
