import { domainToRegister } from '@perimeter/protocols/domain/registration';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import type { Registration } from '../../evidence/registration.ts';
import { type Observed, seen, untested } from '../../evidence/observed.ts';
import type { ZoneReferral, ZoneServerName } from '../../evidence/zone/schema.ts';
import type { ProbeContext } from '../probe.ts';
import type { ResolvedName } from './addresses.ts';

/** A server name with an address is in a registered domain; others are looked up. */
async function registrationOf(
  context: ProbeContext,
  resolved: ResolvedName,
  domain: string | null,
): Promise<Observed<Registration>> {
  if (domain === null) return untested('not-asked');
  if (knownAddresses(resolved).length > 0) return seen({ domain, status: 'registered', proof: 'resolver' });
  return seen(await context.registrations.lookup(domain, context));
}

/** The facts of a name, and on which side of the delegation it appears. */
export async function serverNameFacts(
  context: ProbeContext,
  resolved: ResolvedName,
  sides: { zone: string; referral: ZoneReferral | null; child: readonly string[] },
): Promise<ZoneServerName> {
  const { name, ipv4, ipv6, isAlias, aliases } = resolved;
  const registrable = domainToRegister(name);
  return {
    name,
    inParent: sides.referral?.ns.includes(name) ?? false,
    inChild: sides.child.includes(name),
    isAlias,
    aliases,
    inZone: isAtOrBelow(name, sides.zone),
    ipv4,
    ipv6,
    glue: (sides.referral?.glue ?? []).flatMap((glue) => (glue.name === name ? [glue.address] : [])),
    registrable,
    registered: await registrationOf(context, resolved, registrable),
  };
}
