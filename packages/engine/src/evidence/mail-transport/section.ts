import type { Section, SectionCell, SectionStatus } from '@perimeter/contract/section';
import { capabilitiesOf, offers } from '@perimeter/protocols/smtp/capabilities';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { failureText, gapText } from '../failure-text.ts';
import { filled, state, tableOf } from '../section.ts';
import { flowScene } from './flow-scene.ts';
import type { MailAddress, MailHost } from './host.ts';
import type { MailTransportEvidence } from './schema.ts';
import type { SmtpSession } from './session.ts';

const sources = {
  mx: 'MX records',
  null: 'null MX: the domain takes no mail',
  implicit: 'no MX record: mail goes to the address of the domain',
  none: 'no MX record and no address',
  unknown: 'unknown',
} as const satisfies Record<MailTransportEvidence['mx']['source'], string>;

function tlsState({ ehlo, startTls }: SmtpSession): SectionStatus {
  if (!startTls.known) return state('fair', gapText(startTls.failure));
  const { value } = startTls;
  if (value.outcome === 'not-offered') return state('bad', 'no STARTTLS');
  if (value.outcome === 'refused') return state('bad', `STARTTLS refused (${value.reply.code})`);
  if (value.outcome === 'failed') return state('bad', 'TLS handshake failed');
  const offered = ehlo.known && offers(ehlo.value.lines, 'STARTTLS');
  const text = value.suite === null ? value.version : `${value.version} ${suiteName(value.suite)}`;
  return state(offered && ['TLSv1.2', 'TLSv1.3'].includes(value.version) ? 'good' : 'fair', text);
}

const certificateState = ({ startTls }: SmtpSession): SectionCell => {
  if (!startTls.known || startTls.value.outcome !== 'negotiated') return null;
  const { trusted, problems } = startTls.value.verdict;
  return trusted ? state('good', 'trusted') : state('fair', problems[0]?.code ?? 'not trusted');
};

const addressRow = ({ name, preference }: MailHost, { address, session }: MailAddress): SectionCell[] =>
  session.known
    ? [preference, name, address, tlsState(session.value), certificateState(session.value)]
    : [preference, name, address, state('fair', gapText(session.failure)), null];

const hostRows = (host: MailHost): SectionCell[][] =>
  host.addresses.length === 0
    ? [[host.preference, host.name, null, state('fair', host.status), null]]
    : host.addresses.map((address) => addressRow(host, address));

const tlsaRows = ({ hosts }: MailTransportEvidence): SectionCell[][] =>
  hosts.flatMap(({ tlsa }) =>
    tlsa.flatMap(({ name, security, records }) =>
      records.map(({ usage, selector, matchingType, unusable, matches }) => [
        name,
        `${usage} ${selector} ${matchingType}`,
        security,
        unusable === null
          ? [...new Set(matches.filter(({ outcome }) => outcome === 'match').map(({ address }) => address))].join(', ')
          : `not usable: ${unusable}`,
      ]),
    ),
  );

const saidRows = ({ hosts }: MailTransportEvidence): SectionCell[][] =>
  hosts.flatMap(({ name, addresses }) =>
    addresses.flatMap(({ address, session }) => {
      if (!session.known) return [];
      const { greeting, ehlo } = session.value;
      const words = ehlo.known ? capabilitiesOf(ehlo.value.lines).map(({ keyword }) => keyword) : [];
      return [[name, address, `${greeting.code} ${greeting.lines[0] ?? ''}`, words.join(', ')]];
    }),
  );

const policyRows = ({ mtaSts: { record, fetch } }: MailTransportEvidence): SectionCell[][] => [
  ...record.texts.map((text) => [record.name, text]),
  ...(fetch.known
    ? [['Policy', `${fetch.value.status} ${fetch.value.contentType ?? ''}`.trim()]]
    : record.texts.length === 0
      ? []
      : [['Policy', failureText(fetch.failure)]]),
];

/** E-mail transport: which servers take mail, how TLS begins there, and what proves whose they are. */
export function mailTransportSection({
  mailTransport,
}: {
  mailTransport?: MailTransportEvidence | undefined;
}): Section | null {
  if (mailTransport === undefined) return null;
  const { mx, hosts, notVisited, tlsRpt, egress } = mailTransport;
  const left = notVisited.length === 0 ? '' : ` Not visited: ${notVisited.join(', ')}.`;
  const blocked = egress.port25 === 'blocked' || egress.port25 === 'intercepted' ? ` Port 25: ${egress.port25}.` : '';
  return {
    id: 'mailTransport',
    title: 'E-mail transport',
    tables: filled(
      tableOf(
        'Mail servers',
        [
          ['Preference', 'number'],
          ['Host', 'code'],
          ['Address', 'code'],
          ['STARTTLS', 'status'],
          ['Certificate', 'status'],
        ],
        hosts.flatMap(hostRows),
        `Source: ${sources[mx.source]}.${left}${blocked}`,
      ),
      tableOf(
        'Replies of mail servers',
        [
          ['Host', 'code'],
          ['Address', 'code'],
          ['Greeting', 'code'],
          ['EHLO before TLS', 'code'],
        ],
        saidRows(mailTransport),
      ),
      tableOf(
        'TLSA records of mail servers (DANE)',
        [
          ['Name', 'code'],
          ['Usage, selector, type', 'code'],
          ['DNSSEC', 'text'],
          ['Matching addresses', 'text'],
        ],
        tlsaRows(mailTransport),
      ),
      tableOf(
        'MTA-STS and TLS-RPT',
        [
          ['Name', 'code'],
          ['Value', 'code'],
        ],
        [...policyRows(mailTransport), ...tlsRpt.texts.map((text) => [tlsRpt.name, text])],
      ),
    ),
    figures: hosts.length === 0 ? [] : [{ caption: 'How mail reaches the domain', scene: flowScene(mailTransport) }],
  };
}
