import type { MailSection } from '@perimeter/contract/observed/mail';
import { pathCertificateOf } from '../certificates/member.ts';
import type { MailTlsEvidence } from '../mail-tls/schema.ts';
import { groupMember, suiteMember } from '../tls/member.ts';
import type { MailTransportEvidence } from './schema.ts';
import type { NegotiatedTls, SmtpSession } from './session.ts';

type Server = NonNullable<MailSection['servers']>[number];
type Seen = Pick<NegotiatedTls, 'version' | 'suite' | 'group' | 'chain' | 'verdict'>;

const smtpPort = 25;

/** The handshakes of a session: the first, and the one for the other kind of key. */
function negotiatedIn({ startTls, second }: SmtpSession): Seen[] {
  const outcomes = [startTls, second].flatMap((one) => (one?.known === true ? [one.value] : []));
  return outcomes.flatMap((one) => ('chain' in one ? [one] : []));
}

/** One entry a version with all that was seen of it, in the session or by the inventory. */
function versionsOf(seen: readonly Seen[], tested: MailTlsEvidence['endpoints'][number] | undefined) {
  const entries = [
    ...(tested?.versions ?? []).flatMap(({ accepted, version, suites, groups, enumeration, complete }) =>
      accepted.known && accepted.value
        ? [{ version, suites, groups, complete: complete && enumeration === 'full' }]
        : [],
    ),
    ...seen.map(({ version, suite, group }) => ({
      version,
      suites: suite === null ? [] : [suite],
      groups: group === null ? [] : [group],
      complete: false,
    })),
  ];
  return [...Map.groupBy(entries, ({ version }) => version)].map(([version, same]) => ({
    version,
    cipherSuites: [...new Set(same.flatMap(({ suites }) => suites))].map(suiteMember),
    groups: [...new Set(same.flatMap(({ groups }) => groups))].map((id) => groupMember(id).name),
    complete: same.some(({ complete }) => complete),
  }));
}

/** The report's view of TLS of mail servers: each address where it was negotiated, with its versions and certificates. */
export function mailServersMember(transport: MailTransportEvidence, mailTls: MailTlsEvidence | undefined): Server[] {
  const byDigest = new Map(transport.certificates.map((facts) => [facts.sha256, facts]));
  return transport.hosts.flatMap(({ name: host, addresses }) =>
    addresses.flatMap(({ address, session }): Server[] => {
      const seen = session.known ? negotiatedIn(session.value) : [];
      const tested = mailTls?.endpoints.find((one) => one.serverName === host && one.address === address);
      const versions = versionsOf(seen, tested);
      if (versions.length === 0) return [];
      const digests = seen.flatMap(({ chain, verdict }) => (verdict.path.length > 0 ? verdict.path : chain));
      const certificates = [...new Set(digests)].flatMap((digest) => byDigest.get(digest) ?? []);
      return [{ host, address, port: smtpPort, versions, certificates: certificates.map(pathCertificateOf) }];
    }),
  );
}
