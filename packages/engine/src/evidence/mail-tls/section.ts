import type { Section } from '@perimeter/contract/section';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { filled, tableOf } from '../section.ts';
import type { MailTlsEvidence } from './schema.ts';

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
      ),
    ),
    figures: [],
  };
}
