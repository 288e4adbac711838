import { failureIn, statusOf } from '../../evidence/mail-auth/read-answer.ts';
import { clientServiceName, type MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { ownerOf } from '../record-owners.data.ts';

type ClientService = MailTransportEvidence['clientServices'][number];

const mostTargets = 10;

function readTarget(data: string): ClientService['targets'] {
  const [, priority, weight, port, target = ''] = /^(\d+) (\d+) (\d+) (.+)$/.exec(data) ?? [];
  if (priority === undefined) return [];
  return [
    { priority: Number(priority), weight: Number(weight), port: Number(port), target: target === '.' ? '' : target },
  ];
}

/** The domain's SRV records for mail programs (RFC 6186, RFC 8314 section 5.1). */
export const askClientServices = ({ resolver, signal }: ProbeContext, domain: string): Promise<ClientService[]> =>
  Promise.all(
    clientServiceName.options.map(async (service) => {
      const answer = await resolver.query(ownerOf(service, domain), 'SRV', { signal });
      const targets = answer.records.flatMap(({ data }) => readTarget(data)).slice(0, mostTargets);
      return { service, status: statusOf(answer), targets, ...failureIn(answer) };
    }),
  );
