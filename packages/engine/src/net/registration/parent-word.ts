import { parentName } from '@perimeter/protocols/dns/name';
import { responseCodes } from '@perimeter/protocols/dns/message';
import type { RegistrationAnswers } from '../../evidence/registration.ts';
import { existenceServersNamed } from '../authoritative/existence.ts';
import type { RegistrationAsker } from './asker.ts';

/** The parent zone's answers about a domain. */
interface ParentWord {
  /** The parent zone itself does not exist, so nothing below it does (RFC 8020). */
  isMissing: boolean;
  answers: RegistrationAnswers['parent'];
}

/** Queries the parent zone of a domain. */
export type AskParent = (domain: string, asker: RegistrationAsker) => Promise<ParentWord>;

/** No server was queried, or none answered. */
export const noParentWord: ParentWord = { isMissing: false, answers: [] };

/** Denials that count as the zone's: those of both servers that are queried. */
const enoughDenials = 2;

/** Two authoritative denials are enough, and one server that knows the domain settles it; null: unknown. */
export function parentDenies({ answers }: ParentWord): boolean | null {
  const denials = answers.filter(({ rcode }) => rcode === responseCodes.nameError);
  if (denials.length >= enoughDenials) return true;
  return answers.some(({ rcode }) => rcode === responseCodes.noError) ? false : null;
}

/** Queries servers of a domain's parent zone, if that exists. */
export const askParent: AskParent = async (domain, asker) => {
  const { authoritative, resolver, signal } = asker;
  const zone = parentName(domain);
  if (zone === null) return noParentWord;
  const ns = await resolver.query(zone, 'NS', { signal });
  if (ns.status === 'nxdomain' && ns.cnames.length === 0) return { isMissing: true, answers: [] };
  const names = ns.records.map(({ data }) => data.toLowerCase().replace(/(?<=.)\.$/, ''));
  const servers = await existenceServersNamed(asker, names);
  const asked = servers.map(async (server) => {
    const question = { name: domain, type: 'NS', mayFail: true } as const;
    const answer = await authoritative.ask(server, question, { signal, tcp: 'limited' });
    if (!answer.ok || !answer.reply.readable) return [];
    const { responseCode: rcode, flags } = answer.reply.message;
    // Only an authoritative denial counts; a referral to the domain is not one.
    if (rcode === responseCodes.nameError && !flags.authoritative) return [];
    return [{ server: server.host, address: server.address, rcode }];
  });
  return { isMissing: false, answers: (await Promise.all(asked)).flat() };
};
