import { digLines, recordsAt } from '../../catalogue/dig.ts';
import {
  failWhere,
  type Fault,
  notApplicable,
  unlessOpen,
  type Verdict,
  type Why,
  whyBy,
} from '../../catalogue/outcome.ts';
import { listFault, meaningOf } from '../../evidence/routing/listing.ts';
import { reversedAddress } from '../../evidence/routing/prefix.ts';
import type { Listing } from '../../evidence/routing/schema.ts';
import { faultWords } from './list-faults.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { type Routing, requiredHosts } from '../derive/subjects/routing.ts';
import { isUsedBy, recordOf, usersOf } from './derive/hosts.ts';
import { listed } from '../../evidence/words/text.ts';

/** Why a list is not trusted, or an answer is missing. */
function gapOf(routing: Routing, listing: Listing): Why | null {
  const fault = listFault(routing, listing.list);
  if (fault !== null) return whyBy('list-faulty', { list: listing.list, fault: faultWords[fault] });
  const meaning = meaningOf(listing);
  return meaning === null || meaning === 'error'
    ? whyBy('list-unanswered', { list: listing.list, subject: listing.subject })
    : null;
}

/** `dig` that repeats the query, if it contains no key. */
function command({ list, about, subject }: Listing): string | null {
  const label = about === 'address' ? reversedAddress(subject) : subject;
  return label === null || list.startsWith('<') ? null : digLines(['A', `${label}.${list}`]);
}

/** Judges the answers of all lists about one kind of subject. */
function judgeLists(routing: Routing, about: Listing['about'], draftOf: (listing: Listing) => Fault | null): Verdict {
  const asked = routing.lists.filter((one) => one.about === about && one.role === 'subject');
  if (routing.lists.every((one) => one.about !== about))
    return notApplicable('No block list is switched on (PERIMETER_SOURCES)');
  if (asked.length === 0) return notApplicable('There is nothing to look up');
  const answered = asked.filter((listing) => gapOf(routing, listing) === null);
  const [gap] = asked.flatMap((listing) => gapOf(routing, listing) ?? []);
  const none = `Not listed by ${listed([...new Set(asked.map(({ list }) => list))])}`;
  return failWhere(answered, unlessOpen(gap, none), draftOf);
}

const answersIn = ({ answers }: Listing): string => (answers.known ? answers.value.join(', ') : '');

export const dnsblIp = checkOf(requiredHosts, {
  id: 'dnsbl-ip',
  title: 'No block list has an address of web or mail',
  finding: 'Address is on a block list',
  weakness: { cvss: 'brandSpoofing', cwe: [693] },
  mode: 'deep',
  judge: (routing) =>
    judgeLists(routing, 'address', (listing) => {
      const { subject, list } = listing;
      const meaning = meaningOf(listing);
      const isMail = isUsedBy(routing, subject, 'mail');
      // A policy list states that an address should not send mail directly, which a web server does not need to do.
      if (meaning !== 'listed' && !(meaning === 'policy' && isMail)) return null;
      return {
        subject: `${subject} ${list}`,
        location: recordOf(routing, subject),
        confidence: 'firm',
        // Visitors of a website do not query block lists of senders.
        ...(isMail ? {} : { cvss: 'resilience' }),
        description: `${list} lists ${subject} of ${listed(usersOf(routing, { address: subject }))}: ${isMail ? 'receivers that use it refuse mail from there, and some networks block the address' : 'receivers that use it refuse mail that the web server sends, and few networks block visits to it; it may have been broken into'}. Expected: find the cause (open relay, malware, a former tenant), end it, then ask for removal.`,
        evidence: [`${subject} at ${list}: ${answersIn(listing)}`, command(listing)],
      };
    }),
});

export const dnsblDomain = checkOf(requiredHosts, {
  id: 'dnsbl-domain',
  title: 'No block list has the domain or those of its hosts',
  finding: 'Domain is on a block list',
  weakness: { cvss: 'brandSpoofing', cwe: [693] },
  mode: 'deep',
  judge: (routing) =>
    judgeLists(routing, 'domain', (listing) => {
      const { subject, list } = listing;
      if (meaningOf(listing) !== 'listed') return null;
      const whose =
        subject === routing.registrableDomain ? 'the domain itself' : 'whose hosts the domain uses for mail or DNS';
      return {
        subject: `${subject} ${list}`,
        location: recordsAt(subject, 'A'),
        confidence: 'firm',
        description: `${list} lists ${subject}, ${whose}: filters reject mail that names it, and resolvers that use the list do not resolve it. Expected: find the cause, then ask for removal.`,
        evidence: [`${subject} at ${list}: ${answersIn(listing)}`, command(listing)],
      };
    }),
});
