import type { Report } from '@perimeter/contract/report';
import { dnsMember } from '../../evidence/dns/member.ts';
import { dnsChainOf } from '../../evidence/dnssec/chain-member.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { delegationMember } from '../../evidence/zone/member.ts';

/** Answers, addresses, delegation and chain of trust: the DNS data of four kinds of evidence. */
export const wholeDnsMember = ({ dns, endpoints, zone, dnssec }: AuditEvidence): Report['dns'] =>
  dns === undefined
    ? null
    : {
        ...dnsMember(dns, endpoints),
        ...(zone !== undefined && { delegation: delegationMember(zone) }),
        ...(dnssec !== undefined && { chain: dnsChainOf(dnssec) }),
      };
