import { digLines } from '../../../catalogue/dig.ts';
import { fail, inconclusive, notApplicable, pass, lookupWhy } from '../../../catalogue/outcome.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailExchange } from '../../derive/subjects/mail-servers.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

type ClientService = MailTransportEvidence['clientServices'][number];
type ServiceName = ClientService['service'];

/** Services that start in plaintext, and their implicit TLS counterparts (RFC 8314 section 3). */
const pairs: readonly (readonly [plain: ServiceName, secure: ServiceName])[] = [
  ['submission', 'submissions'],
  ['imap', 'imaps'],
  ['pop3', 'pop3s'],
];

/** A target of "." declares that the domain does not offer the service (RFC 6186 section 3.4). */
const isOffered = (service: ClientService | undefined): boolean =>
  service?.targets.some(({ target }) => target !== '') ?? false;

const lineOf = (domain: string, { service, targets }: ClientService): string[] =>
  targets
    .slice(0, 3)
    .map(
      ({ priority, weight, port, target }) =>
        `_${service}._tcp.${domain}. SRV ${priority} ${weight} ${port} ${shorten(target, 260)}.`,
    );

export const mailClientSrv = checkOf(mailExchange, {
  id: 'mail-client-srv',
  title: 'Mail programs find services that begin with TLS',
  finding: 'SRV records name mail services without implicit TLS only',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: ({ domain, transport: { clientServices } }) => {
    const of = (name: ServiceName): ClientService | undefined => clientServices.find(({ service }) => service === name);
    const offered = pairs.filter(([plain]) => isOffered(of(plain)));
    const lacking = offered.filter(([, secure]) => !isOffered(of(secure)));
    const silent = clientServices.find(
      ({ service, status }) =>
        status === 'failed' &&
        (offered.length === 0 ? true : lacking.some(([plain, secure]) => service === secure || service === plain)),
    );
    if (silent !== undefined) return inconclusive(lookupWhy(`_${silent.service}._tcp.${domain}`, silent.failure));
    if (!clientServices.some(isOffered)) return notApplicable('The domain has no SRV records for mail programs');
    if (lacking.length === 0)
      return pass(`${counted(clientServices.filter(isOffered).length, 'service')} named, with implicit TLS`);
    return fail({
      description: `Mail programs find ${listed(lacking.map(([plain]) => `_${plain}`))}, but not ${listed(lacking.map(([, secure]) => `_${secure}`))}, so they begin in plaintext, where an attacker can remove STARTTLS. Expected: services that begin with TLS.`,
      evidence: [
        lacking.flatMap(([plain]) => of(plain) ?? []).map((service) => lineOf(domain, service)),
        digLines(
          ...lacking.flatMap(([plain, secure]) =>
            [plain, secure].map((name) => ['SRV', `_${name}._tcp.${domain}`] as const),
          ),
        ),
      ],
    });
  },
});
