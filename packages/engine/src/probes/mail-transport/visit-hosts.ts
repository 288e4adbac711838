import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { tryControlOver } from '../../net/smtp/control-host.ts';
import type { ProbeContext } from '../probe.ts';
import { locate } from './addresses.ts';
import { withoutSilence } from './egress.ts';
import { hostsOf } from './exchange.ts';
import { interceptionIn } from './interception.ts';
import { judgeHost } from './judging.ts';
import { askTlsa } from './tlsa.ts';
import { type Contacts, oneByOne, visitHost } from './visits.ts';

/** Most mail hosts that are visited, and most addresses per family of each. */
const most = { standard: { hosts: 5, ofFamily: 1 }, deep: { hosts: 10, ofFamily: 2 } } as const;

/** Visits the domain's mail hosts concurrently, and judges their chains. */
export async function visitHosts(
  context: ProbeContext,
  mx: MailTransportEvidence['mx'],
  judge: Parameters<typeof judgeHost>[0],
): Promise<Pick<MailTransportEvidence, 'hosts' | 'notVisited' | 'egress'>> {
  const { target, mail } = context;
  const { hosts: mostHosts, ofFamily } = most[target.scanMode];
  const named = hostsOf(mx, target.domain);
  const contacts: Contacts = { all: [] };
  const visiting = { context, contacts, inTurn: oneByOne() };
  if (named.length > 0) await tryControlOver(context.dialer, context.settings, mail.egress, context.signal);
  const hosts = await Promise.all(
    named.slice(0, mostHosts).map(async (one) => {
      const host = await locate(context, one, ofFamily);
      const visited = await visitHost(visiting, host, askTlsa(context, host));
      return judgeHost(judge, visited, target.domain);
    }),
  );
  const intercepted = interceptionIn(hosts);
  const { registrableDomain } = target;
  const egress = mail.egress.learn({ registrableDomain, contacts: contacts.all, intercepted });
  return {
    hosts: hosts.map((host) => withoutSilence(host, egress)),
    notVisited: named.slice(mostHosts).map(({ name }) => name),
    egress,
  };
}
