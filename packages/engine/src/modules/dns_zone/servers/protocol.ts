import { inconclusive, whyBy } from '../../../catalogue/outcome.ts';
import { rcodeText } from '../../../evidence/zone/rcode-text.ts';
import { readableIn } from '../../../evidence/zone/replies.ts';
import type { ReadableReply } from '../../../evidence/zone/reply-schema.ts';
import type { ZoneQuestion, ZoneServer } from '../../../evidence/zone/schema.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { onEachServer, type ServerFinding, everyNameServer } from '../../derive/subjects/zone.ts';
import { askLine } from '../../derive/dns/server-place.ts';
import { type FoundZone, gapAt, serverText } from '../../../evidence/zone/servers.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

/** RFC 8482 section 1: an answer this many times larger than the query can be used for reflection attacks. */
const mostAmplification = 10;

export const dnsAnyAmplification = checkOf(everyNameServer, {
  id: 'dns-any-amplification',
  title: 'ANY queries get short answers over UDP',
  finding: 'Large answers to ANY over UDP (amplification)',
  weakness: { cvss: 'abuseLever', cwe: [406] },
  mode: 'deep',
  passed: 'ANY is answered shortly',
  judge: onEachServer((server, zone) => {
    const answer = server.battery.any;
    if (answer?.known !== true)
      return inconclusive(gapAt(server, answer) ?? whyBy('not-queried', { what: serverText(server) }));
    const { bytes, questionBytes, transport, truncated } = answer.value;
    if (transport === 'tcp' || truncated || bytes <= mostAmplification * questionBytes) return null;
    return {
      description: `${serverText(server)} answers ANY over UDP with ${bytes} bytes, ${Math.floor(bytes / questionBytes)} times the question. Attackers with forged senders use that to flood others. Expected: a minimal answer (RFC 8482) or TC.`,
      evidence: [
        `ANY ${zone.name}: ${questionBytes} bytes sent, ${bytes} received`,
        askLine(server, 'ANY', zone.name, '+norecurse', '+notcp', '+ignore', '+dnssec', '+bufsize=4096'),
      ],
    };
  }),
});

/** A fault, and the `dig` options that show it. */
interface EdnsFault {
  text: string;
  options: readonly string[];
}

/** An unassigned EDNS option. */
const unknownOption = '+ednsopt=65001';

/** A server's EDNS faults; null where a deep-mode query was not answered. */
function ednsFaults(zone: FoundZone, server: ZoneServer): EdnsFault[] | null {
  if (!server.edns.known) return null;
  const { version, echoesOption, echoesFlag, toVersion1 } = server.edns.value;
  if (version === null) return [{ text: 'it sends no OPT record', options: ['+edns=0'] }];
  const rcode = readableIn(zone, server.battery['edns-option'])?.rcode ?? 0;
  const fault = (isThere: boolean, text: string, ...options: string[]) => (isThere ? [{ text, options }] : []);
  const badVersion = `it answers EDNS version 1 with ${rcodeText(toVersion1?.rcode ?? 0)} in place of BADVERS`;
  const faults = [
    ...fault(toVersion1 !== null && toVersion1.rcode !== 16, badVersion, '+edns=1', '+noednsneg'),
    ...fault(echoesOption === true, 'it sends an unknown option back', unknownOption),
    ...fault(rcode !== 0, `it answers an unknown option with ${rcodeText(rcode)}`, unknownOption),
    ...fault(echoesFlag === true, 'it sends an unknown flag back', '+ednsflags=0x40'),
  ];
  if (faults.length > 0) return faults;
  return toVersion1 === null || echoesOption === null || echoesFlag === null ? null : [];
}

export const dnsEdnsNoncompliant = checkOf(everyNameServer, {
  id: 'dns-edns-noncompliant',
  title: 'Name servers follow EDNS',
  finding: 'Name server violates EDNS (RFC 6891)',
  weakness: { cvss: 'resilience', cwe: [1188] },
  mode: 'deep',
  passed: 'EDNS versions, options and flags are handled in order',
  judge: onEachServer((server, zone) => {
    const faults = ednsFaults(zone, server);
    if (faults === null)
      return inconclusive(gapAt(server, server.edns) ?? whyBy('edns-unanswered', { server: serverText(server) }));
    if (faults.length === 0) return null;
    return {
      description: `${serverText(server)} violates EDNS: ${listed(faults.map(({ text }) => text))}. Resolvers no longer work around that; extensions such as cookies and DNSSEC fail there.`,
      evidence: [
        faults.map(({ text }) => text),
        digLines(
          ...faults.map(({ options }) => ['SOA', zone.name, '+norecurse', ...options, `@${server.address}`] as const),
        ),
      ],
    };
  }),
});

/** Judges a server's reply to a query; an unreadable reply leaves it open. */
const judgeReply =
  (question: ZoneQuestion, judge: (reply: ReadableReply, server: ZoneServer, zone: FoundZone) => ServerFinding) =>
  (server: ZoneServer, zone: FoundZone): ServerFinding => {
    const answer = server.battery[question];
    const reply = readableIn(zone, answer);
    if (reply !== null) return judge(reply, server, zone);
    return inconclusive(gapAt(server, answer) ?? whyBy('reply-unreadable', { server: serverText(server) }));
  };

export const dnsUpwardReferral = checkOf(everyNameServer, {
  id: 'dns-upward-referral',
  title: 'Name servers refuse questions about foreign names',
  finding: 'Name server refers foreign questions to the root (upward referral)',
  weakness: { cvss: 'abuseLever', cwe: [406] },
  mode: 'deep',
  passed: 'Foreign questions get no referral',
  judge: onEachServer(
    judgeReply('foreign', (reply, server) => {
      const root = reply.authority.filter(({ name, type }) => type === 'NS' && (name === '.' || name === ''));
      if (reply.rcode !== 0 || root.length === 0) return null;
      return {
        description: `${serverText(server)} answers a question about a foreign name with ${counted(root.length, 'name server')} of the root. That helps nobody, and amplifies attacks with forged senders. Expected: REFUSED.`,
        evidence: [
          `. NS ${root
            .map(({ data }) => data)
            .slice(0, 3)
            .join(' ')}`,
          askLine(server, 'A', 'example.com', '+norecurse'),
        ],
      };
    }),
  ),
});

export const dnsCaseHandling = checkOf(everyNameServer, {
  id: 'dns-case-handling',
  title: 'Name servers keep the case of questions',
  finding: 'Name server changes the case of questions (0x20)',
  mode: 'deep',
  passed: 'The case comes back as it was sent',
  judge: onEachServer(
    judgeReply('mixed-case', (reply, server, zone) => {
      if (reply.sameCase && reply.rcode === 0) return null;
      const does = reply.rcode === 0 ? 'sends the name back in another case' : `answers ${rcodeText(reply.rcode)}`;
      return {
        description: `Asked for the zone's name in mixed case, ${serverText(server)} ${does}. Resolvers that mix the case against forged answers have to turn that off for it.`,
        evidence: [`SOA in mixed case: ${does}`, askLine(server, 'SOA', zone.name.toUpperCase(), '+norecurse')],
      };
    }),
  ),
});
