import { siteOfHost } from '@perimeter/protocols/domain/name';
import { isMasked, offers } from '@perimeter/protocols/smtp/capabilities';
import type { MailHost } from '../../evidence/mail-transport/host.ts';
import type { SmtpSession } from '../../evidence/mail-transport/session.ts';
import type { MailVisit } from '../../net/smtp/egress.ts';
import { alwaysWithTls } from './providers.data.ts';

interface Met {
  host: string;
  address: string;
  session: SmtpSession;
}

const metAt = (hosts: readonly MailHost[]): Met[] =>
  hosts.flatMap(({ name, addresses }) =>
    addresses.flatMap(({ address, session }) =>
      session.known && !session.value.shared ? [{ host: name, address, session: session.value }] : [],
    ),
  );

const linesOf = ({ ehlo }: SmtpSession): readonly string[] | null => (ehlo.known ? ehlo.value.lines : null);

const isMaskedAt = ({ session }: Met): boolean => isMasked(linesOf(session) ?? []);

const lacksItsTls = ({ host, session }: Met): boolean => {
  const lines = linesOf(session);
  return lines !== null && !offers(lines, 'STARTTLS') && alwaysWithTls.some((suffix) => host.endsWith(suffix));
};

/** True where the server proved its identity by certificate or DANE. */
const isProved = ({ session: { startTls } }: Met): boolean =>
  startTls.known && startTls.value.outcome === 'negotiated' && startTls.value.verdict.trusted;

/** Networks of one operator's addresses. */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 2).join(':') : address.split('.').slice(0, 2).join('.');

function sharesGreeting(met: readonly Met[]): boolean {
  const unproved = met.filter((one) => !isProved(one));
  const groups = Map.groupBy(unproved, ({ session: { greeting } }) => `${greeting.code} ${greeting.lines.join('\n')}`);
  return [...groups.values()].some(
    (group) =>
      new Set(group.map(({ host }) => siteOfHost(host))).size > 1 &&
      new Set(group.map(({ address }) => networkOf(address))).size > 1,
  );
}

/** Signs that a device on the way answers for the mail servers. */
export function interceptionIn(hosts: readonly MailHost[]): MailVisit['intercepted'] {
  const met = metAt(hosts);
  if (met.some(isMaskedAt)) return 'masked-replies';
  if (met.some(lacksItsTls)) return 'provider-without-starttls';
  return sharesGreeting(met) ? 'one-greeting' : null;
}
