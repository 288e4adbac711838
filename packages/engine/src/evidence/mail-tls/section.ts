import type { Section } from '@perimeter/contract/section';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { filled, tableOf } from '../section.ts';
import type { MailTlsEvidence } from './schema.ts';

/** Said where authority let all suites be tested: a version whose list is not whole is named. */
function scopeNote({ endpoints }: MailTlsEvidence): string | null {
  const whole = endpoints.flatMap(({ serverName, versions }) =>
    versions.filter(({ enumeration }) => enumeration === 'full').map((one) => ({ serverName, ...one })),
  );
  if (whole.length === 0) return null;
  const hosts = [...new Set(whole.map(({ serverName }) => serverName))].join(', ');
  const cut = whole.filter(({ complete }) => !complete).map(({ serverName, version }) => `${version} of ${serverName}`);
  return `All cipher suites were tested at ${hosts}${cut.length === 0 ? '' : `, but not to the end with ${cut.join(', ')}`}.`;
}

/** TLS of mail servers: the versions and cipher suites that each accepts. */
export function mailTlsSection({ mailTls }: { mailTls?: MailTlsEvidence | undefined }): Section | null {
  if (mailTls === undefined) return null;
  return {
    id: 'mailTls',
    title: 'TLS of mail servers',
    tables: filled(
      tableOf(
        'Versions and cipher suites behind STARTTLS',
        [
          ['Host', 'code'],
          ['Address', 'code'],
          ['Version', 'code'],
          ['Cipher suites seen', 'code'],
        ],
        mailTls.endpoints.flatMap(({ serverName, address, versions }) =>
          versions
            .filter(({ accepted }) => accepted.known && accepted.value)
            .map(({ version, suites }) => [serverName, address, version, suites.map(suiteName).join(', ')]),
        ),
        scopeNote(mailTls),
      ),
    ),
    figures: [],
  };
}
