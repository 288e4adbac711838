import { inconclusive, whyBy } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { rcodeText } from '../../../evidence/zone/rcode-text.ts';
import { readableIn, servesZone } from '../../../evidence/zone/replies.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { onEachServer, everyNameServer } from '../../derive/subjects/zone.ts';
import { askLine } from '../../derive/dns/server-place.ts';
import { gapAt, isSilent, serverText } from '../../../evidence/zone/servers.ts';

/** Packets are lost on the way and by busy machines, so that a time without an answer proves less than a refusal. */
const silenceWeight = (reason: string): { confidence?: 'firm' } => (reason === 'timeout' ? { confidence: 'firm' } : {});

export const dnsNsTcp = checkOf(everyNameServer, {
  id: 'dns-ns-tcp',
  title: 'Every name server answers over TCP',
  finding: 'Name server does not answer over TCP',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  passed: 'All answer over TCP',
  judge: onEachServer((server, zone) => {
    const reply = readableIn(zone, server.tcp);
    if (reply !== null && servesZone(reply, zone.name)) return null;
    const draft = (why: string) => ({
      description: `${serverText(server)} answers over UDP, but not over TCP: ${why}. Answers that do not fit into a datagram, such as long TXT records and signatures, are lost there.`,
      evidence: [
        `${serverText(server)} TCP: ${why}`,
        askLine(server, 'SOA', zone.name, '+norecurse', '+tcp', '+tries=1'),
      ],
    });
    if (reply !== null) return draft(rcodeText(reply.rcode));
    if (!server.tcp.known && isSilent(server.tcp))
      return { ...draft(failureText(server.tcp.failure)), ...silenceWeight(server.tcp.failure.reason) };
    return inconclusive(gapAt(server, server.tcp) ?? whyBy('tcp-reply-unreadable', { server: serverText(server) }));
  }),
});

export const dnsAaaaBroken = checkOf(everyNameServer, {
  id: 'dns-aaaa-broken',
  title: 'Name servers answer AAAA queries in order',
  finding: 'Name server mishandles AAAA queries',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  passed: 'AAAA is answered as A is',
  judge: onEachServer((server, zone) => {
    const plain = readableIn(zone, server.battery.A);
    const answer = server.battery.AAAA;
    const reply = readableIn(zone, answer);
    if (plain === null || plain.rcode !== 0)
      return inconclusive(
        gapAt(server, server.battery.A) ?? whyBy('address-unanswered', { server: serverText(server) }),
      );
    if (reply?.rcode === 0) return null;
    const isWrong = reply !== null || isSilent(answer);
    if (!isWrong)
      return inconclusive(gapAt(server, answer) ?? whyBy('aaaa-reply-unreadable', { server: serverText(server) }));
    const does = reply === null ? 'leaves AAAA without an answer' : `answers AAAA with ${rcodeText(reply.rcode)}`;
    return {
      ...(reply === null ? silenceWeight('timeout') : {}),
      description: `${serverText(server)} answers A, but ${does}. Clients with IPv6 wait, or believe that the name does not exist. Expected: NOERROR, with or without records.`,
      evidence: [
        `${serverText(server)} AAAA ${zone.name}: ${reply === null ? 'no answer' : rcodeText(reply.rcode)}`,
        askLine(server, 'AAAA', zone.name, '+norecurse'),
      ],
    };
  }),
});
