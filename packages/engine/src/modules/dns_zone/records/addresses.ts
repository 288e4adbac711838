import { failWhere, informWhere, notApplicable, openBy } from '../../../catalogue/outcome.ts';
import { digLine } from '../../../catalogue/dig.ts';
import { isFiltered } from '../../../evidence/dns/is-filtered.ts';
import { isInternalAddress } from '../../derive/certificates/internal-names.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { resolverAnswers, type AnswerRecords } from '../../derive/subjects/resolver-answers.ts';
import { answerFor, gapOfAny } from '../../derive/dns/answers.ts';
import { everyNameServer } from '../../derive/subjects/zone.ts';
import { askLine } from '../../derive/dns/server-place.ts';
import { repliesTo } from '../../../evidence/zone/servers.ts';
import { serviceProblem } from '../../../evidence/dns/services.ts';
import { span } from '../../../evidence/words/time.ts';
import { counted, shorten } from '../../../evidence/words/text.ts';

const answersOf = (records: AnswerRecords, types: readonly string[]) =>
  [records.domain, records.www].flatMap((name) => types.flatMap((type) => answerFor(records, name, type) ?? []));

export const dnsPrivateAddress = checkOf(resolverAnswers, {
  id: 'dns-private-address',
  title: 'Public names have public addresses',
  finding: 'Public name with a private address',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  judge: (records) => {
    const asked = answersOf(records, ['A', 'AAAA']);
    const filtered = asked.find(isFiltered);
    if (filtered !== undefined)
      return openBy('resolver-filters', {
        name: filtered.name,
        type: filtered.type,
        answer: filtered.records[0]?.data ?? '',
      });
    const found = asked.flatMap((answer) =>
      answer.records.filter(({ type, data }) => (type === 'A' || type === 'AAAA') && isInternalAddress(data)),
    );
    const gap = gapOfAny(asked);
    if (found.length === 0 && gap !== null) return gap;
    if (asked.every((answer) => answer.records.length === 0)) return notApplicable('There are no addresses');
    return failWhere(found, 'All addresses are public', ({ name, type, data }) => ({
      subject: `${name} ${data}`,
      description: `${name} has the address ${data}, which only an internal network knows. It shows the inside of that network, and lets other sites reach hosts there through visitors' browsers (DNS rebinding).`,
      evidence: [`${name} ${type} ${data}`, digLine(type, name)],
    }));
  },
});

export const dnsSvcbMalformed = checkOf(resolverAnswers, {
  id: 'dns-svcb-malformed',
  title: 'HTTPS records are well formed',
  finding: 'Malformed HTTPS record',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: (records) => {
    const asked = answersOf(records, ['HTTPS']);
    const services = asked.flatMap((answer) => answer.records.filter(({ type }) => type === 'HTTPS'));
    const gap = gapOfAny(asked);
    const faulty = services.flatMap(({ name, data }) => {
      const problem = serviceProblem(data);
      return problem === null ? [] : [{ name, data, problem }];
    });
    if (faulty.length === 0 && gap !== null) return gap;
    if (services.length === 0) return notApplicable('There are no HTTPS records');
    return failWhere(faulty, counted(services.length, 'HTTPS record') + ', well formed', ({ name, data, problem }) => ({
      subject: name,
      description: `The HTTPS record of ${name} is malformed: ${problem}. Clients drop it and all others of the name (RFC 9460 section 2.2).`,
      evidence: [`${name} HTTPS ${shorten(data, 400)}`, digLine('HTTPS', name)],
    }));
  },
});

/** NS times to live below five minutes, and address times to live above one week, are faults. */
const [shortestNs, longestAddress] = [300, 604_800];

export const dnsTtlExtreme = checkOf(everyNameServer, {
  id: 'dns-ttl-extreme',
  title: 'Records are cached for a reasonable time',
  finding: 'Extremely short or long TTL',
  judge: ({ zone }) => {
    const recordsOf = (question: 'NS' | 'A' | 'AAAA') =>
      repliesTo(zone, question).flatMap(({ server, reply }) =>
        reply.answer.filter(({ type }) => type === question).map((record) => ({ ...record, server })),
      );
    const ns = recordsOf('NS');
    const addresses = [...recordsOf('A'), ...recordsOf('AAAA')];
    const odd = [...ns.filter(({ ttl }) => ttl < shortestNs), ...addresses.filter(({ ttl }) => ttl > longestAddress)];
    if (ns.length === 0) return openBy('no-ns-answered');
    return informWhere(
      [...new Map(odd.map((record) => [`${record.name} ${record.type}`, record])).values()],
      'TTLs are between 5 minutes and a week',
      ({ name, type, ttl, data, server }) => ({
        subject: `${name} ${type}`,
        description: `${type} ${name} is cached for ${span(ttl)}. ${type === 'NS' ? 'An outage of the name servers shows at once, and they get many questions.' : 'A change of the address takes as long to arrive.'}`,
        // Ask an authoritative server: a resolver shortens long times to live, and counts down.
        evidence: [`${name} ${ttl} ${type} ${data}`, askLine(server, type, name, '+norecurse')],
      }),
    );
  },
});
