import type { MailSection } from '@perimeter/contract/observed/mail';
import { serverFlows } from './flow.ts';
import type { MailTransportEvidence } from './schema.ts';

type Flow = NonNullable<MailSection['flow']>;

/** The report's view of the way to the mail servers: one row for each address that was tried, or for a host without one. */
export const mailFlow = (transport: MailTransportEvidence): Flow =>
  transport.hosts.flatMap((host): Flow => {
    const { preference, name } = host;
    const flows = serverFlows(transport, host);
    return flows.length === 0
      ? [{ preference, host: name, address: null, tls: 'unknown', version: null, proof: 'unknown' }]
      : flows.map(({ address, tls, version, proof }) => ({ preference, host: name, address, tls, version, proof }));
  });
