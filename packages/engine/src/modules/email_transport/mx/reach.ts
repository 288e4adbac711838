import { digLines, recordsAt } from '../../../catalogue/dig.ts';
import { fail, informational, notApplicable, openAs, openBy, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { gapText } from '../../../evidence/failure-text.ts';
import type { MailHost } from '../../../evidence/mail-transport/host.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import type { ZoneEvidence, ZoneServer } from '../../../evidence/zone/schema.ts';
import { smtpLine } from '../../../catalogue/reproduce-smtp.ts';
import { checkOf, evidenceOf } from '../../../catalogue/check-of.ts';
import { isAbsent, mailDelivery } from '../../derive/subjects/mail-servers.ts';
import { placeOf } from '../../../catalogue/endpoints.ts';
import { blockedEgress, isOpen, isUnvisited, sessionsOf, takesNone, unreachedAt } from '../../derive/mail/delivery.ts';
import { listed } from '../../../evidence/words/text.ts';

/** The result of each visited address, in a line. */
function resultOf({ name }: MailHost, { address, session }: MailHost['addresses'][number]) {
  const { code, lines } = session.known ? session.value.greeting : { code: '', lines: [] };
  return {
    place: `${name} ${placeOf({ address, port: 25 })}`,
    answer: session.known ? `${code} ${lines[0] ?? ''}` : gapText(session.failure),
  };
}

const lineOf = (...of: Parameters<typeof resultOf>): string => Object.values(resultOf(...of)).join(': ');

/** What the other servers of the domain do where one greets. */
function besides(transport: MailTransportEvidence, greets: string): Verdict {
  const absent = transport.hosts.filter(
    ({ addresses }) => addresses.length > 0 && addresses.every((one) => isAbsent(transport, one)),
  );
  const [first] = absent.flatMap(({ name, addresses }) =>
    addresses.slice(0, 1).map(({ address }) => ({ name, address })),
  );
  return first === undefined
    ? pass(`${greets} greets on port 25`)
    : informational({
        description: `${greets} greets on port 25, but nothing listens there at ${listed(absent.map(({ name }) => name))}: senders that try it first lose time, and as a reserve it takes no mail. Expected: a server that listens, or no MX record for it.`,
        evidence: [
          absent.flatMap((host) => host.addresses.map((one) => lineOf(host, one))),
          smtpLine({ serverName: first.name, address: first.address, port: 25 }, 'NOOP'),
        ],
      });
}

export const mxUnreachable = checkOf(mailDelivery, {
  id: 'mx-unreachable',
  title: 'A mail server accepts connections',
  finding: 'Mail server refuses connections (port 25)',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  judge: ({ domain, transport }) => {
    const { hosts, egress } = transport;
    const seen = hosts.flatMap(sessionsOf);
    const open = seen.find(({ session }) => isOpen(session));
    const blocked = blockedEgress(transport);
    if (open !== undefined && blocked === null) return besides(transport, open.address);
    const tried = hosts.flatMap((host) =>
      host.addresses.filter((one) => !isUnvisited(one) || one === unreachedAt(host)).map((one) => ({ host, one })),
    );
    const [first] = tried;
    if (hosts.length > 0 && hosts.every(({ status }) => status !== 'exists' && status !== 'failed'))
      return notApplicable('No MX host has an address');
    const addresses = hosts.flatMap((host) => host.addresses);
    if (addresses.length > 0 && addresses.every(({ allowed }) => !allowed))
      return notApplicable('No MX host has a public address (mx-invalid-target reports it)');
    if (blocked !== null || first === undefined) return blocked ?? openBy('no-mail-address');
    const refuses = ({ session }: typeof first.one): boolean =>
      session.known ? takesNone(session.value) : session.failure.reason === 'refused';
    const silent = tried.find(({ one }) => !refuses(one));
    if (silent !== undefined)
      return openAs(
        silent.one.session.known ? 'mail-server' : silent.one.session.failure,
        'mail-address-silent',
        resultOf(silent.host, silent.one),
      );
    // A refused connection may come from our own network, unless other mail servers were reached.
    if (egress.port25 !== 'open' && seen.length === 0) return openBy('port-25-unknown');
    return fail({
      description: `All ${tried.length} tested addresses of the mail servers of ${domain} refuse mail, so senders give up after days. Expected: a server that listens on port 25.`,
      evidence: [
        tried.map(({ host, one }) => lineOf(host, one)),
        smtpLine({ serverName: first.host.name, address: first.one.address, port: 25 }, 'NOOP'),
      ],
    });
  },
});

/** The MX records of a server's authoritative answer, sorted; null: none to compare. */
function mxOf({ replies }: ZoneEvidence, { battery }: ZoneServer): string | null {
  const answered = battery.MX;
  if (answered?.known !== true) return null;
  const reply = replies[answered.value.reply];
  if (reply?.readable !== true || reply.rcode !== 0 || !reply.flags.includes('aa')) return null;
  const records = reply.answer.filter(({ type }) => type === 'MX').map(({ data }) => data.toLowerCase());
  return records.toSorted().join(', ');
}

function judgeZone(zone: ZoneEvidence, domain: string): Verdict {
  if (zone.name !== domain) return notApplicable('The domain is not a zone of its own');
  if (zone.direct === 'blocked' || zone.direct === 'intercepted')
    return openBy('mx-servers-unreachable', { how: zone.direct });
  const asked = zone.servers.filter(({ allowed, battery }) => allowed && battery.MX !== undefined);
  const answers = asked.flatMap((server) => {
    const records = mxOf(zone, server);
    return records === null ? [] : [{ server, records }];
  });
  const groups = Map.groupBy(answers, ({ records }) => records);
  if (groups.size === 0) return openBy('no-mx-answered');
  if (groups.size === 1)
    return answers.length === 1 && asked.length > 1
      ? openBy('one-mx-answered')
      : pass(
          answers.length === 1
            ? 'The name server has MX records'
            : `${answers.length} name servers have the same MX records`,
        );
  return fail({
    description: `The name servers of ${domain} have ${groups.size} different sets of MX records, so that mail goes to different servers by chance. Expected: the same records on all.`,
    evidence: [
      [...groups].map(
        ([records, servers]) =>
          `${listed(servers.map(({ server }) => server.address))}: ${records === '' ? '(none)' : listed(records.split(', '))}`,
      ),
      digLines(
        ...[...groups.values()].flatMap(([first]) =>
          first === undefined ? [] : [['MX', domain, `@${first.server.address}`, '+norec'] as const],
        ),
      ),
    ],
  });
}

/** The zone, located at the domain's MX records. */
const zoneOfMail = evidenceOf(['zone', 'target'], ({ target }) => recordsAt(target.domain, 'MX'));

export const mxInconsistentNs = checkOf(zoneOfMail, {
  id: 'mx-inconsistent-ns',
  title: 'All name servers have the same MX records',
  finding: 'Name servers disagree about MX records',
  weakness: { cvss: 'conditionalAvailability', cwe: [436] },
  judge: ({ zone, target }) => judgeZone(zone, target.domain),
});
