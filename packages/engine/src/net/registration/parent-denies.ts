import { parentName } from '@perimeter/protocols/dns/name';
import { responseCodes } from '@perimeter/protocols/dns/message';
import type { ParentDenies, RegistrationAsker } from './registrations.ts';
import { existenceServers } from '../authoritative/existence.ts';

/** Denials of different servers that count as one of the zone. */
const enoughDenials = 2;

/** The names of a zone's servers with their addresses. */
async function serversOf(zone: string, { resolver, signal }: RegistrationAsker) {
  const ns = await resolver.query(zone, 'NS', { signal });
  const names = ns.records.map(({ data }) => data.toLowerCase().replace(/(?<=.)\.$/, '')).toSorted();
  return Promise.all(
    names.slice(0, enoughDenials).map(async (name) => {
      const answers = await Promise.all(['A', 'AAAA'].map(async (type) => resolver.query(name, type, { signal })));
      return { name, addresses: answers.flatMap(({ records }) => records.map(({ data }) => data)) };
    }),
  );
}

/** Asks the servers of the zone above a domain: two that deny it with authority are enough, one that knows it ends the doubt. */
export const parentDenies: ParentDenies = async (domain, asker) => {
  const parent = parentName(domain);
  if (parent === null) return null;
  const servers = existenceServers(await serversOf(parent, asker));
  const { authoritative, signal } = asker;
  const answers = await Promise.all(
    servers.map(async (server) =>
      authoritative.ask(server, { name: domain, type: 'NS', mayFail: true }, { signal, tcp: 'limited' }),
    ),
  );
  const messages = answers.flatMap((answer) => (answer.ok && answer.reply.readable ? [answer.reply.message] : []));
  const denials = messages.filter(
    ({ responseCode, flags }) => responseCode === responseCodes.nameError && flags.authoritative,
  );
  if (denials.length >= enoughDenials) return true;
  const knows = messages.some(({ responseCode }) => responseCode === responseCodes.noError);
  return knows ? false : null;
};
