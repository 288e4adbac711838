import {
  fail,
  failWhere,
  informational,
  notApplicable,
  pass,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import { digLine, digLines, digServers } from '../../../catalogue/dig.ts';
import { checkOf, narrow } from '../../../catalogue/check-of.ts';
import { delegatedZone, everyNameServer } from '../../derive/subjects/zone.ts';
import { askLine } from '../../derive/dns/server-place.ts';
import { serverText } from '../../../evidence/zone/servers.ts';
import { driftOf, servedSoas, type Soa, soaOf } from '../../../evidence/zone/soa.ts';
import { listed } from '../../../evidence/words/text.ts';
import { span } from '../../../evidence/words/time.ts';

/** By then all servers have a change, unless a transfer fails: NOTIFY announces it at once (RFC 1996). */
const transferMs = 60_000;

export const dnsSoaSerialDrift = checkOf(everyNameServer, {
  id: 'dns-soa-serial-drift',
  title: 'All name servers have the same serial',
  finding: 'Name servers serve different versions of the zone',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ zone }): Verdict => {
    const { served, own } = driftOf(zone);
    if (served.length === 0) return openBy('no-soa-answered');
    if (served.length === 1) return notApplicable('Only one address answered');
    const all = [...new Set(served.map(({ serial }) => serial))];
    if (all.length === 1) return pass(`Serial ${all[0] ?? ''} everywhere`);
    const passed = span((zone.secondLook?.afterMs ?? 0) / 1_000);
    const lines = served.map(
      ({ server, serial, later }) =>
        `${serverText(server)}: ${serial}${later === null ? '' : `, ${passed} later ${later}`}`,
    );
    const later = new Set(own.map((one) => one.later));
    const isSeenAgain = own.length > 0 && !later.has(null);
    if (isSeenAgain && later.size === 1 && own.length === served.length)
      return pass(`Serial ${[...later][0] ?? ''} everywhere after ${passed}: a change was on its way`);
    const seen = `Serials of ${zone.name}: ${listed(all.slice(0, 6).map(String))}.`;
    const evidence = [lines, digServers(zone.name)];
    if (isSeenAgain && later.size > 1 && (zone.secondLook?.afterMs ?? 0) >= transferMs)
      return fail({
        description: `${seen} After ${passed} servers of the same primary still differ: a secondary server does not get transfers, and answers with old data.`,
        evidence,
      });
    const why =
      own.length === 0
        ? 'The servers belong to several primaries, which number the zone by themselves.'
        : 'A change may be on its way to the secondary servers.';
    return informational({ description: `${seen} ${why}`, evidence });
  },
});

/** Values outside of the recommendations of registries and Zonemaster (RFC 1912 section 2.2, RIPE-203); well-run zones use such values too. */
function unusual({ refresh, retry, expire, minimum }: Soa): string[] {
  return [
    ...(refresh < 14_400 ? [`refresh ${refresh} is below 14400`] : []),
    ...(retry < 3_600 ? [`retry ${retry} is below 3600`] : []),
    ...(expire < 604_800 ? [`expire ${expire} is below 604800`] : []),
    ...(minimum < 300 || minimum > 86_400 ? [`minimum ${minimum} is not between 300 and 86400`] : []),
  ];
}

/** RFC 1912 section 2.2: with these values, secondary servers expire the zone before they retry. Large providers have retry equal to refresh. */
const contradictory = ({ refresh, retry, expire }: Soa): string[] => [
  ...(expire <= refresh ? [`expire ${expire} is not above refresh ${refresh}`] : []),
  ...(retry > refresh ? [`retry ${retry} is above refresh ${refresh}`] : []),
];

/** The SOA record in force. */
const soaRecord = narrow(
  delegatedZone,
  ({ zone }) => {
    const found = soaOf(zone);
    if (found === null) return openBy('no-soa-answered');
    const of = { zone, soa: found.soa, line: `${zone.name} SOA ${found.data}` };
    return { of, reproduce: digLine('SOA', zone.name) };
  },
  { quote: ({ line }) => line },
);

export const dnsSoaTimers = checkOf(soaRecord, {
  id: 'dns-soa-timers',
  title: 'SOA timers fit together',
  finding: 'SOA timers contradict each other or are unusual',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ soa, line }) => {
    const wrong = contradictory(soa);
    if (wrong.length > 0)
      return `${listed(wrong)}: secondary servers drop the zone before they ask again, or never ask in time.`;
    const odd = unusual(soa);
    if (odd.length === 0) return pass('Timers are as RFC 1912 recommends');
    return informational({
      description: `${listed(odd)}. Other values than RFC 1912 recommends are no weakness: providers with their own transfer use them.`,
      evidence: line,
    });
  },
});

export const dnsMultipleSoa = checkOf(everyNameServer, {
  id: 'dns-multiple-soa',
  title: 'The zone has one SOA record',
  finding: 'Several SOA records',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ zone }) => {
    const served = servedSoas(zone);
    if (served.length === 0) return openBy('no-soa-answered');
    return failWhere(
      served.filter(({ data }) => data.length > 1),
      'Every name server answers with one SOA record',
      ({ server, data }) => ({
        subject: server.address,
        description: `${serverText(server)} answers with ${data.length} SOA records. Which one transfers and negative caching follow is chance.`,
        evidence: [
          data.slice(0, 4).map((one) => `${zone.name} SOA ${one}`),
          askLine(server, 'SOA', zone.name, '+norecurse'),
        ],
      }),
    );
  },
});

/** RFC 1035 section 8: the first label is the local part of the mailbox. */
const isMailbox = (rname: string): boolean =>
  /^(?:[^.\\]|\\.)+\.[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(rname) && !rname.includes('@');

export const dnsSoaRnameMname = checkOf(soaRecord, {
  id: 'dns-soa-rname-mname',
  title: 'SOA names a contact and a name server of the zone',
  finding: 'SOA names no mailbox, or a primary that is not a name server of the zone',
  shows: ({ zone, line }) => [line, digLines(['SOA', zone.name], ['NS', zone.name])],
  judge: ({ zone, soa: { mname, rname } }) => {
    const clauses = [
      ...(isMailbox(rname) ? [] : [`RNAME ${rname} is no mailbox`]),
      ...(zone.serverNames.some(({ name }) => name === mname)
        ? []
        : [`MNAME ${mname} is none of the name servers (a hidden primary, or a left-over)`]),
    ];
    if (clauses.length === 0) return pass('RNAME is a mailbox, MNAME a name server of the zone');
    return `${listed(clauses)}.`;
  },
});
