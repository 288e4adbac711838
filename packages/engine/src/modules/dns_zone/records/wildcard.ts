import { failEach, inconclusive, informational, pass } from '../../../catalogue/outcome.ts';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import { fromWildcard } from '../../../evidence/zone/from-wildcard.ts';
import { directAnswers, madeUp, randomName } from '../../derive/dns/wildcard.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { delegatedZone } from '../../derive/subjects/zone.ts';
import { shorten } from '../../../evidence/words/text.ts';

interface WildText {
  name: string;
  /** The records that receivers expect there. */
  what: string;
  values: readonly string[];
}

/** One wildcard record is one cause, however many names it answers for. */
const wildTexts = (zone: string, found: readonly [WildText, ...WildText[]]) => ({
  subject: 'TXT',
  location: recordsAt(zone, 'TXT', found[0].name),
  description: `A wildcard TXT record answers at ${found.map(({ name, what }) => `${name}, ${what}`).join(', and at ')}. They find a text of another kind, or ignore it.`,
  evidence: [
    found.flatMap(({ name, values }) => values.slice(0, 5).map((value) => `${name} TXT ${shorten(value, 200)}`)),
    digLine('TXT', ...found.map(({ name }) => name)),
  ],
});

/** SPF of names that send no mail, which no name inherits from the domain; receivers ignore it where they look for other policies. */
const isForbidding = (value: string): boolean => value.toLowerCase() === 'v=spf1 -all';

export const dnsWildcardMxTxt = checkOf(delegatedZone, {
  id: 'dns-wildcard-mx-txt',
  title: 'No wildcard answers for mail and its policies',
  finding: 'Wildcard MX or TXT record',
  weakness: { cvss: 'spoofingMargin', cwe: [1188] },
  judge: ({ zone }) => {
    const { mx, txt, atDmarc, atDomainkey } = zone.wildcard;
    const mail = mx.known ? mx.value.filter((data) => !/^\d+ \.?$/.test(data)) : [];
    const at = (label: string, what: string, values: typeof txt) => ({
      name: `${label}.${zone.name}`,
      what,
      values: fromWildcard(values, txt).filter((value) => !isForbidding(value)),
    });
    const policies = [
      at('_dmarc', 'where receivers look for the DMARC policy', atDmarc),
      at('_domainkey', 'below which receivers look for DKIM keys', atDomainkey),
    ].filter(({ values }) => values.length > 0);
    const [first, ...others] = policies;
    const direct = directAnswers(zone);
    const isDenied = direct.length > 0 && direct.every(({ reply }) => reply.rcode === 3);
    if (isDenied && (mail.length > 0 || policies.length > 0)) return madeUp(zone);
    const gap = [mx, txt, atDmarc, atDomainkey].find((one) => !one.known);
    if (mail.length === 0 && first === undefined && gap?.known === false) return inconclusive(gap.failure);
    const wildMail = {
      subject: 'MX',
      location: recordsAt(zone.name, 'MX', `*.${zone.name}`),
      description: `Every name below ${zone.name} has a mail server, by a wildcard. Mail to names that nobody set up is accepted, and forged senders of such names look deliverable.`,
      evidence: [mail.slice(0, 5).map((data) => `*.${zone.name} MX ${data}`), digLine('MX', randomName(zone))],
    };
    return failEach(
      [
        ...(mail.length === 0 ? [] : [wildMail]),
        ...(first === undefined ? [] : [wildTexts(zone.name, [first, ...others])]),
      ],
      txt.known && txt.value.some(isForbidding)
        ? 'No wildcard has MX records; the TXT record of one, "v=spf1 -all", says that names below the domain send no mail'
        : 'No wildcard answers for MX or at names of mail policies',
    );
  },
});

export const dnsWildcard = checkOf(delegatedZone, {
  id: 'dns-wildcard',
  title: 'Names that nobody made do not exist',
  finding: 'Wildcard address record',
  judge: ({ zone }) => {
    const { address, labels } = zone.wildcard;
    const direct = directAnswers(zone);
    const served = direct.flatMap(({ reply }) => reply.answer.filter(({ type }) => ['A', 'CNAME'].includes(type)));
    if (!address.known && served.length === 0) return inconclusive(address.failure);
    const byResolver = address.known ? address.value : [];
    const told = byResolver.flatMap((records, at) => records.map((data) => ({ data, label: labels[at] ?? '' })));
    if (told.length > 0 && direct.length > 0 && served.length === 0) return madeUp(zone);
    // A server's record counts even if the resolver hides it or does not answer.
    const found = told.length > 0 ? told : served.map(({ data }) => ({ data, label: labels[0] ?? '' }));
    if (found.length === 0) return pass('Random names do not exist');
    return informational({
      description: `Every name below ${zone.name} has an address, by a wildcard. Typing errors reach a server, host names cannot be listed by guessing, and a certificate for any name can be had by anyone who controls that server.`,
      evidence: [
        found.slice(0, 5).map(({ label, data }) => `${label}.${zone.name} ${data}`),
        digLine('A', randomName(zone)),
      ],
    });
  },
});
