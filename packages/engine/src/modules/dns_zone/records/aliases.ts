import { fail, failWhere, notApplicable, pass, openBy } from '../../../catalogue/outcome.ts';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { digLine, digLines } from '../../../catalogue/dig.ts';
import { isAliasLoop } from '../../../evidence/dns/alias-loop.ts';
import type { DnsAnswer } from '../../../evidence/dns/schema.ts';
import { isFree } from '../../../evidence/registration.ts';
import { registrationConfidence, registrationLines } from '../../derive/mail/registration.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { resolverAnswers } from '../../derive/subjects/resolver-answers.ts';
import { answerFor, answerGap, gapOfAny } from '../../derive/dns/answers.ts';
import { everyNameServer } from '../../derive/subjects/zone.ts';
import { repliesTo } from '../../../evidence/zone/servers.ts';
import { firstAndMore } from '../../../evidence/words/text.ts';

/** Queries whose answer shows a CNAME at the apex. */
const apexQuestions = ['A', 'AAAA', 'MX', 'TXT'] as const;

export const dnsCnameAtApex = checkOf(everyNameServer, {
  id: 'dns-cname-at-apex',
  title: 'The zone apex is no alias',
  finding: 'CNAME at the zone apex',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ zone }) => {
    const replies = apexQuestions
      .flatMap((question) => repliesTo(zone, question))
      .filter(({ reply }) => reply.flags.includes('aa'));
    const alias = replies
      .flatMap(({ server, reply }) => reply.answer.map((record) => ({ ...record, at: `@${server.address}` })))
      .find(({ name, type }) => type === 'CNAME' && name === zone.name);
    if (alias !== undefined)
      return fail({
        description: `${zone.name} is the apex of a zone and an alias of ${alias.data} at once. Resolvers that have cached the alias answer every question with its target: mail and name servers are lost by chance. Expected: A and AAAA, or ALIAS, ANAME or flattening by the provider.`,
        evidence: [
          `${zone.name} CNAME ${alias.data}`,
          digLines(...(['CNAME', 'NS'] as const).map((type) => [type, zone.name, '+norecurse', alias.at] as const)),
        ],
      });
    return replies.length === 0 ? openBy('no-apex-answered') : pass(`${zone.name} is no alias`);
  },
});

/** Alias links that resolvers follow (RFC 1034 gives no number; common resolvers stop at 8 to 16). */
const mostLinks = 8;

/** The resolver stopped because of an alias loop. */
const isStopped = ({ failure }: DnsAnswer): boolean => failure?.gap === 'cname-loop';

/** The addresses at the end of the alias could not be resolved. */
const isUseless = (answer: DnsAnswer): boolean =>
  ['servfail', 'refused', 'failed'].includes(answer.status) && !isStopped(answer);

/** The fault of an alias; null: none, or unknown. `other`: the answer for the other address family. */
function faultOf(answer: DnsAnswer, other: DnsAnswer | undefined): string | null {
  const { name, cnames, status } = answer;
  const last = cnames.at(-1) ?? '';
  if (status === 'nxdomain') return `its target ${last} does not exist`;
  if (isAliasLoop(name, cnames)) return 'it loops';
  if (cnames.length > mostLinks) return `it has ${cnames.length} links`;
  if (isStopped(answer)) return 'it loops, or has more links than resolvers follow';
  return status === 'nodata' && other?.status === 'nodata' ? `its target ${last} has no address` : null;
}

/** True where it is unknown whether an alias leads to an address. */
const isOpen = (answer: DnsAnswer, other: DnsAnswer | undefined): boolean =>
  isUseless(answer) || (answer.status === 'nodata' && answer.cnames.length > 0 && (!other || isUseless(other)));

export const dnsCnameChain = checkOf(resolverAnswers, {
  id: 'dns-cname-chain',
  title: 'Aliases lead to addresses on a short way',
  finding: 'CNAME chain is broken, looped or too long',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: (records) => {
    const followed = new Map(records.dns.followedAliases?.map(({ name, chain }) => [name, chain]));
    const asked = [records.domain, records.www]
      .flatMap((name) => answerFor(records, name, 'A') ?? [])
      .map((answer) => ({ ...answer, cnames: followed.get(answer.name) ?? answer.cnames }));
    const aliased = asked.filter((answer) => answer.cnames.length > 0 || isStopped(answer));
    const otherOf = ({ name }: DnsAnswer) => answerFor(records, name, 'AAAA');
    if (aliased.length === 0) return gapOfAny(asked) ?? notApplicable('Neither the domain nor www is an alias');
    const open = asked.find((answer) => isOpen(answer, otherOf(answer)));
    const judged = failWhere(
      aliased,
      `Aliases of ${aliased.length === 1 ? (aliased[0]?.name ?? '') : 'the domain and www'} lead to addresses`,
      (answer) => {
        const { name, cnames, status } = answer;
        const chain = firstAndMore([name, ...cnames], 12, ' → ');
        const last = cnames.at(-1) ?? '';
        const why = faultOf(answer, otherOf(answer));
        if (why === null) return null;
        const free = records.dns.aliasTargets?.find(
          (registration) => isFree(registration) && isAtOrBelow(last, registration.domain),
        );
        if (status === 'nxdomain' && free !== undefined)
          return {
            subject: name,
            cvss: 'nameTakeover',
            confidence: registrationConfidence[free.proof],
            description: `${name} is an alias of ${last}, and ${free.domain} seems to be unregistered. Anyone who registers it serves the content of ${name} and gets certificates for it. Expected: delete the alias, or register the domain.`,
            evidence: [chain, registrationLines(free), digLines(['A', name], ['NS', free.domain])],
          };
        // As sub-cname-nxdomain for other names: who can create the target, such as a customer of its host, answers for the site.
        const isCreatable = status === 'nxdomain' && !isAtOrBelow(last, records.domain);
        return {
          subject: name,
          ...(isCreatable && { cvss: 'conditionalAvailability' as const }),
          description: `The alias ${name} leads nowhere reliable: ${why}. ${isCreatable ? `Anyone who can create that name answers for ${name}. ` : ''}Expected: one alias that leads to a name with addresses.`,
          evidence: [chain, followed.has(name) ? digLines(['A', name], ['CNAME', name]) : digLine('A', name)],
        };
      },
    );
    if (judged.outcome !== 'pass' || open === undefined) return judged;
    const way = [open.name, ...open.cnames.slice(-1)].join(' → ');
    return answerGap(isUseless(open) ? open : otherOf(open), way) ?? judged;
  },
});
