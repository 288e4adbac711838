import { checkOf, onePlace, type Subject } from '../../../catalogue/check-of.ts';
import { bothLines } from '../../../catalogue/dig.ts';
import { notApplicable, openBy } from '../../../catalogue/outcome.ts';
import { portLine } from '../../../catalogue/reproduce.ts';
import type { OpenPort, SweptAddress } from '../../../evidence/ports/schema.ts';
import { closedBy, portLocation, type ServicesEvidence, unasked } from '../../derive/network/swept.ts';
import { counted, firstAndMore } from '../../../evidence/words/text.ts';

/** Addresses of both families of one host, whose ports are comparable: those of two hosts may be two machines. */
function pairOf({ ports, endpoints }: ServicesEvidence): { v4: SweptAddress; v6: SweptAddress } | null {
  const judged = ports.addresses.filter((place) => closedBy(place) === null);
  const isIpv6 = ({ address }: SweptAddress): boolean => address.includes(':');
  const v6 = judged.find(isIpv6);
  const fours = judged.filter((place) => !isIpv6(place));
  const ofHost = endpoints.hosts.find(({ host }) => host === v6?.host)?.addresses ?? [];
  const v4 = fours.find(({ host, address }) => host === v6?.host || ofHost.some((one) => one.address === address));
  return v4 === undefined || v6 === undefined ? null : { v4, v6 };
}

/** The ports of one host over both families. */
interface BothFamilies {
  v4: SweptAddress;
  v6: SweptAddress;
  /** Open only over IPv6. */
  extra: readonly OpenPort[];
}

/** A host with addresses of both families and comparable ports. */
const bothFamilies: Subject<keyof ServicesEvidence, BothFamilies> = {
  needs: ['ports', 'endpoints'],
  select: (evidence) => {
    const { ports } = evidence;
    const nothing = unasked(evidence);
    if (nothing !== null) return nothing;
    const tarpit = ports.addresses.map(closedBy).find((closed) => closed?.outcome === 'inconclusive');
    const pair = pairOf(evidence);
    if (pair === null)
      return tarpit ?? notApplicable('No host of the site has tested addresses of both families to compare');
    const { v4, v6 } = pair;
    const extra = ports.open.filter(
      ({ address, port }) => address === v6.address && (v4.closed.includes(port) || v4.silent.includes(port)),
    );
    return onePlace({ ...pair, extra }, portLocation(v6, extra[0]?.port ?? 443));
  },
};

export const svcFirewallV6Gap = checkOf(bothFamilies, {
  id: 'svc-firewall-v6-gap',
  title: 'IPv6 is filtered as IPv4 is',
  finding: 'Ports open on IPv6 that are closed on IPv4',
  weakness: { cvss: 'limitedAvailability', cwe: [668, 1327] },
  passed: 'Every port that is open on IPv6 is open on IPv4 too',
  judge: ({ v4, v6, extra }) => {
    const [first] = extra;
    if (first === undefined) {
      const gap = (v6.answering ? 0 : v6.silent.length) + v6.unseen.length;
      return gap === 0 ? null : openBy('ports-unanswered', { ports: counted(gap, 'port'), address: v6.address });
    }
    const ports = extra.map(({ port }) => String(port));
    // A port that drops packets may be open and busy; one that refuses is closed.
    const isFirm = extra.every(({ port }) => v4.silent.includes(port));
    return {
      description: `${counted(extra.length, 'port')} open on IPv6 (${v6.address}) and closed on IPv4 (${v4.address}): ${firstAndMore(ports, 12)}. Firewall rules usually exist for IPv4 only then. Expected: the same rules for both.`,
      evidence: [
        extra.map(({ address, port }) => `${address} TCP port ${port}: open`),
        extra.map(({ port }) => `${v4.address} TCP port ${port}: ${v4.closed.includes(port) ? 'closed' : 'no answer'}`),
        bothLines(
          portLine({ address: v6.address, port: first.port, serverName: v6.host }),
          portLine({ address: v4.address, port: first.port, serverName: v6.host }),
        ),
      ],
      ...(isFirm || v6.sharedWith !== null ? { confidence: 'firm' as const } : {}),
    };
  },
});
