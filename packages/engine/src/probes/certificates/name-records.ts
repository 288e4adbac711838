import type { CertificatesEvidence } from '../../evidence/certificates/schema.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { seen } from '../../evidence/observed.ts';
import type { JudgedChain } from '../../pki/served-chain.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { findCaa } from './caa.ts';
import { askTlsa, findTlsa, type ServedPlace } from './tlsa.ts';

const matchedChain = ({ endpoint, served, path }: JudgedChain): ServedPlace[] =>
  path.leaf === null
    ? []
    : [
        {
          address: endpoint.address,
          serverName: endpoint.serverName,
          leaf: path.leaf,
          others: served.slice(1).flatMap(({ parsed }) => parsed ?? []),
          reached: path.reached,
        },
      ];

/** Names to look up: the existing web hosts, else only the target. */
function hostsOf({ target }: ProbeContext, endpoints: EvidenceByKind['endpoints']): string[] {
  const existing = hostsWith(endpoints, 'web')
    .filter(({ status }) => status === 'exists')
    .map(({ host }) => host);
  return existing.length > 0 ? existing : [target.domain];
}

/** CAA and TLSA of the hosts; TLSA records are matched with the served chains. */
export async function findNameRecords(
  context: ProbeContext,
  endpoints: EvidenceByKind['endpoints'],
  judging: Promise<readonly JudgedChain[]>,
): Promise<Pick<CertificatesEvidence, 'caa' | 'tlsa'>> {
  const hosts = hostsOf(context, endpoints);
  const chains = judging.then((all) => all.flatMap(matchedChain));
  const [caa, tlsa] = await Promise.all([
    Promise.all(hosts.map((host) => findCaa(context, host))),
    findTlsa(context, hosts, chains),
  ]);
  return { caa: seen(caa), tlsa };
}

/** Sends later queries in advance: the resolver caches the answers. */
export function askAhead(context: ProbeContext): void {
  for (const host of webHostsOf(context.target)) {
    void findCaa(context, host);
    void askTlsa(context, host);
  }
}
