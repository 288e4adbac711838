import type { DnsAnswer, DnsEvidence } from '../../evidence/dns/schema.ts';
import { isMissing } from '../../evidence/dns/lookup.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { refusedBy } from '../../evidence/refused-address.ts';
import { addressFamily, type Guard } from '../../net/guard/guard.ts';
import { webHostsOf } from '../web-hosts.ts';
import { defineProbe } from '../probe.ts';

type Host = EndpointsEvidence['hosts'][number];

/** Most addresses of one family that are probed. */
const maxProbed = 4;
/** Most addresses of one family that are considered; more are a mistake or an attack. */
const maxConsidered = 64;

const answersOf = (dns: DnsEvidence, host: string): DnsAnswer[] =>
  dns.answers.filter(({ name, type }) => name === host && (type === 'A' || type === 'AAAA'));

/** Addresses of one family by the guard: the forbidden, and the first few allowed; the rest only as a count. */
function judge(addresses: readonly string[], family: 4 | 6, guard: Guard): Pick<Host, 'addresses' | 'notProbed'> {
  const own = [...new Set(addresses.filter((address) => addressFamily(address) === family))];
  const judged = own.slice(0, maxConsidered).map((address) => {
    const verdict = guard.check(address);
    return { address, family, allowed: verdict.allowed, ...refusedBy(verdict) };
  });
  const probed = judged.filter(({ allowed }) => allowed).slice(0, maxProbed);
  const shown = judged.filter((entry) => !entry.allowed || probed.includes(entry));
  const shownAddresses = new Set(shown.map(({ address }) => address));
  return { addresses: shown, notProbed: own.filter((address) => !shownAddresses.has(address)) };
}

/** Why a host has no address, by the answers to A and AAAA: after a failure this is unknown. */
function statusWithout(answers: readonly DnsAnswer[]): Host['status'] {
  const statuses = new Set(answers.map(({ status }) => status));
  if (answers.some(isMissing)) return 'nxdomain';
  const failed = statuses.size === 0 || statuses.has('servfail') || statuses.has('refused') || statuses.has('failed');
  return failed ? 'failed' : 'no-address';
}

function hostOf(host: string, dns: DnsEvidence, guard: Guard): Host {
  const answers = answersOf(dns, host);
  const found = answers.flatMap(({ records }) => records.map(({ data }) => data));
  const [ipv4, ipv6] = [judge(found, 4, guard), judge(found, 6, guard)];
  const addresses = [...ipv4.addresses, ...ipv6.addresses];
  return {
    host,
    roles: ['web'],
    status: addresses.length > 0 ? 'exists' : statusWithout(answers),
    addresses,
    notProbed: [...ipv4.notProbed, ...ipv6.notProbed],
  };
}

/** Checks every address of the target and its www host with the guard, and selects those to probe. */
export const endpointsProbe = defineProbe({
  kind: 'endpoints',
  needs: ['dns'],
  run: async ({ target, guard }, { dns }) => ({
    evidence: { hosts: webHostsOf(target).map((host) => hostOf(host, dns, guard)) },
  }),
});
