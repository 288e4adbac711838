import { inconclusive, asWhy, whyAt, openBy } from '../../../catalogue/outcome.ts';
import { digLines } from '../../../catalogue/dig.ts';
import { replyOf } from '../../../evidence/zone/replies.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { onEachServer, everyNameServer } from '../../derive/subjects/zone.ts';
import { askLine } from '../../derive/dns/server-place.ts';
import { serverText } from '../../../evidence/zone/servers.ts';
import { shorten } from '../../../evidence/words/text.ts';

const servfail = 2;

export const dnsOpenRecursion = checkOf(everyNameServer, {
  id: 'dns-open-recursion',
  title: 'Name servers resolve nothing for strangers',
  finding: 'Open recursive resolver',
  weakness: { cvss: 'reflector', cwe: [406] },
  passed: 'No name server resolves for strangers',
  judge: onEachServer((server, zone) => {
    const { recursion } = server;
    if (!recursion.known) return inconclusive(whyAt(serverText(server), asWhy(recursion.failure)));
    const { offered, parent, outside } = recursion.value;
    const soa = replyOf(zone, server, 'parent-soa');
    const isReferral = parent === 'none' && soa?.rcode === 0 && !soa.flags.includes('aa');
    if (!offered || (parent !== 'cached' && !isReferral)) return null;
    if (outside === null) return openBy('recursion-untold', { server: serverText(server) });
    // Recursion was tested with the outside name, and failed.
    if (!outside && replyOf(zone, server, 'outside')?.rcode === servfail)
      return openBy('recursion-fails', { server: serverText(server) });
    if (!outside) return null;
    return {
      description: `${serverText(server)} resolves names of others for anybody. Attackers use it to flood third parties with large answers, and may poison its cache. Expected: REFUSED.`,
      evidence: [
        `${serverText(server)}: recursion available, ${parent === 'cached' ? `SOA of ${zone.parent?.zone ?? 'the parent zone'} and a` : 'a'} foreign name answered without AA`,
        askLine(server, 'SOA', zone.parent?.zone ?? '.', '+recurse'),
      ],
    };
  }),
});

const typesText = (types: Readonly<Record<string, number>>): string =>
  Object.entries(types)
    .slice(0, 20)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');

export const dnsAxfrOpen = checkOf(everyNameServer, {
  id: 'dns-axfr-open',
  title: 'Name servers refuse zone transfers to strangers',
  finding: 'Zone transfer (AXFR) is open to anyone',
  weakness: { cvss: 'internalDataRead', cwe: [200] },
  passed: 'Every transfer was refused',
  judge: onEachServer((server, zone) => {
    if (!server.axfr.known) return inconclusive(whyAt(serverText(server), asWhy(server.axfr.failure)));
    const { records, types, stoppedAt } = server.axfr.value;
    const beyondSoa = records - (types['SOA'] ?? 0);
    if (beyondSoa < 1) return null;
    return {
      description: `${serverText(server)} hands the zone to anybody: ${records} records${stoppedAt === 'end' ? '' : ' and more'}. They list every host name, internal ones included. Expected: transfers for secondary servers alone.`,
      evidence: [
        `${serverText(server)} AXFR: ${typesText(types)}`,
        digLines(['AXFR', zone.name, `@${server.address}`]),
      ],
    };
  }),
});

/** A version number, as BIND and others print it. */
const versionNumber = /\d+\.\d+/;

export const dnsVersionDisclosed = checkOf(everyNameServer, {
  id: 'dns-version-disclosed',
  title: 'Name servers do not tell their version',
  finding: 'Name server discloses its version (version.bind)',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  passed: 'No version is disclosed',
  judge: onEachServer((server) => {
    if (!server.version.known) return inconclusive(whyAt(serverText(server), asWhy(server.version.failure)));
    const told = server.version.value.find((text) => versionNumber.test(text));
    if (told === undefined) return null;
    return {
      description: `${serverText(server)} tells its software and version: "${shorten(told, 80)}". Attackers pick exploits by it. Expected: refuse, or answer without a version.`,
      evidence: [
        `version.bind TXT "${shorten(told, 200)}"`,
        digLines(['TXT', 'version.bind', `@${server.address}`, 'CH']),
      ],
    };
  }),
});
