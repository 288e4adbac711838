import type { ChildZone, KnownName, NameReference, NamesEvidence, Pointer } from '../../evidence/names/schema.ts';
import { askOwners, domainsOfOthers } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';

type Use = NameReference['usedBy'][number];

/** Records that refer to foreign hosts. */
interface Referring {
  inventory: readonly KnownName[];
  pointers: readonly Pointer[];
  childZones: readonly ChildZone[];
}

const maxUses = 20;

/** Uses of hosts that may be in unregistered domains, because they do not exist. Aliases of the site itself are judged with its zone. */
function usesIn(context: ProbeContext, { inventory, pointers, childZones }: Referring): Use[] {
  const web = webHostsOf(context.target);
  return [
    ...inventory
      .filter(
        ({ name, status, aliases, wildcard }) =>
          status === 'missing' && !web.includes(name) && !wildcard && aliases.length > 0,
      )
      .map(({ name, aliases }): Use => ({ kind: 'cname', name, target: aliases.at(-1) ?? '' })),
    ...pointers
      .filter(({ status }) => status === 'missing')
      .map(({ kind, name, target }): Use => ({ kind, name, target })),
    ...childZones.flatMap(({ name, servers }) =>
      servers.filter(({ address }) => address === null).map((one): Use => ({ kind: 'ns', name, target: one.name })),
    ),
  ];
}

/** Queries whether foreign domains in records are registered. */
export async function askReferences(
  context: ProbeContext,
  referring: Referring,
  most: number,
): Promise<Pick<NamesEvidence, 'references' | 'referencesLeft'>> {
  const others = domainsOfOthers(context, usesIn(context, referring), ({ target }) => target);
  const asked = others.slice(0, most).map(([domain, usedBy]) => [domain, usedBy.slice(0, maxUses)] as const);
  return { references: await askOwners(context, asked), referencesLeft: others.length - asked.length };
}
