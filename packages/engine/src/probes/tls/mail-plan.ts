import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { DepthName, EndpointPlan } from '../../tls/inventory/endpoint-plan.ts';
import type { Allowance } from './polite-dialer.ts';

/**
 * Most connections to one address of a mail server in an audit, including its sessions; a hundred for the list of all
 * suites, only for servers of the domain, and only with authority.
 */
const mostConnections = { weak: 12, suites: 100 } as const satisfies Partial<Record<DepthName, number>>;

/** One address to scan, and its remaining connections. */
export interface MailPlan extends EndpointPlan {
  depth: keyof typeof mostConnections;
  allowance: Allowance;
}

const depthOf = ({ authority, registrableDomain }: TargetEvidence, host: string): MailPlan['depth'] =>
  authority === true && registrableDomainOf(host) === registrableDomain ? 'suites' : 'weak';

/** Addresses where this audit started TLS; servers that another audit visited within the hour have none. */
export const planMail = (target: TargetEvidence, { hosts }: MailTransportEvidence): MailPlan[] =>
  hosts.flatMap(({ name, addresses }) =>
    addresses.flatMap(({ address, session }) => {
      if (!session.known || session.value.shared || !session.value.startTls.known) return [];
      const { outcome } = session.value.startTls.value;
      if (outcome !== 'negotiated' && outcome !== 'failed') return [];
      const depth = depthOf(target, name);
      const connections = mostConnections[depth] - session.value.connections;
      const allowance: Allowance = { connections, kept: depth === 'suites' ? 1 : 0 };
      return [{ address, port: 25, serverName: name, depth, startTls: 'smtp', allowance } as const];
    }),
  );
