import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { askOwners, domainsOfOthers } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

type Reference = MailTransportEvidence['references'][number];
type Use = Reference['usedBy'][number];

/** Foreign domains of mail servers or services without an address, each once. */
export async function findReferences(
  context: ProbeContext,
  hosts: MailTransportEvidence['hosts'],
  services: MailTransportEvidence['clientServices'],
): Promise<Reference[]> {
  const { resolver, signal } = context;
  const targets = [...new Set(services.flatMap((service) => service.targets.map((one) => one.target.toLowerCase())))];
  const missing = await Promise.all(
    targets
      .filter((name) => name !== '')
      .map(async (name) => ({ name, status: (await resolver.query(name, 'A', { signal })).status })),
  );
  const uses: Use[] = [
    ...hosts
      .filter(({ status }) => status === 'nxdomain')
      .map(({ name, aliases }) => ({ kind: 'mx', name: aliases.at(-1) ?? name }) as const),
    ...missing.filter(({ status }) => status === 'nxdomain').map(({ name }) => ({ kind: 'service', name }) as const),
  ];
  return askOwners(
    context,
    domainsOfOthers(context, uses, ({ name }) => name),
  );
}
