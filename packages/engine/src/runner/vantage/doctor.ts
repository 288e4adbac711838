import type { Reach, Vantage } from '@perimeter/contract/score';
import { defaultControlNames } from '../../settings/control-names.data.ts';
import { createCertificateStore } from '../../pki/context/certificate-store.ts';
import { createVerifier } from '../../pki/context/verify.ts';
import { listsOf } from '../../pki/trust-lists/lists-used.ts';
import { trustedRoots } from '../../pki/trust-lists/root-store.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import { createContext } from '../context/create-context.ts';
import {
  clockOffset,
  type Control,
  controlDomains,
  familyOf,
  issuerText,
  lookAtControl,
  tlsOfControls,
} from './controls.ts';
import { type ListAge, listAges } from './lists.ts';
import { port25 } from './mail-servers.ts';
import { port53, resolverTcp } from './name-servers.ts';
import { maxClockOffsetSeconds } from './section.ts';

/** What this machine can see, and what makes its audits incomplete. */
export interface Diagnosis {
  vantage: Vantage;
  resolvers: string[];
  /** Whether the resolver returns DNSSEC signatures. */
  signatures: Reach;
  controls: { name: string; ipv4: string | null; ipv6: string | null; issuer: string }[];
  /** The lists that audits use, with their ages. */
  lists: ListAge[];
  /** Each with advice. Empty: audits are complete. */
  problems: string[];
}

const deadlineMs = 30_000;

/** Advice for each problem. */
function problemsOf({ vantage, signatures }: Pick<Diagnosis, 'vantage' | 'signatures'>): string[] {
  const { ipv4, ipv6, clockOffsetSeconds: clock } = vantage;
  const isNone = ipv4 !== 'yes' && ipv6 !== 'yes';
  return [
    vantage.resolverUdp === 'no'
      ? 'The DNS resolver does not answer: check the network, or set PERIMETER_RESOLVERS.'
      : '',
    vantage.resolverUdp === 'yes' && vantage.resolverTcp === 'no'
      ? 'The DNS resolver does not answer over TCP: long answers stay unknown. Allow TCP port 53 to it.'
      : '',
    signatures === 'no'
      ? 'The DNS resolver removes DNSSEC signatures: the DNSSEC checks stay inconclusive. Use another resolver.'
      : '',
    vantage.resolverUdp === 'yes' && isNone
      ? 'No control site can be reached, neither over IPv4 nor over IPv6: allow connections to port 443.'
      : '',
    vantage.port53 === 'blocked'
      ? 'Name servers cannot be queried directly: checks of delegation and name servers stay inconclusive. Allow UDP and TCP port 53.'
      : '',
    vantage.port53 === 'intercepted'
      ? 'DNS queries to name servers are intercepted: checks of delegation and name servers stay inconclusive. Exempt this machine from DNS redirection.'
      : '',
    vantage.port25 === 'blocked' || vantage.port25 === 'intercepted'
      ? `Port 25 is ${vantage.port25}: the checks of mail servers stay inconclusive. Ask the provider to open it, or audit from elsewhere.`
      : '',
    vantage.tls === 'intercepted'
      ? 'A proxy intercepts TLS: checks of TLS and certificates stay inconclusive. Exempt this machine from TLS inspection, and set PERIMETER_CONTROL_NAMES so that audits notice the proxy.'
      : '',
    clock !== null && Math.abs(clock) > maxClockOffsetSeconds
      ? `The clock of this machine is ${Math.abs(clock)} seconds ${clock > 0 ? 'slow' : 'fast'}: synchronize it, or certificates and signatures are judged by a wrong date.`
      : '',
  ].filter((problem) => problem !== '');
}

/** Whether signatures arrive, tested with the trust anchor's zone. */
async function signaturesOf(context: ReturnType<typeof createContext>): Promise<Reach> {
  const { security, reason } = await context.validator.validate('.', 'SOA');
  if (security === 'secure') return 'yes';
  return reason === 'stripped' ? 'no' : 'unknown';
}

/** Whether any of the first queries was answered. */
async function resolverUdp(context: ReturnType<typeof createContext>): Promise<Reach> {
  const { status, failure } = await context.resolver.query('.', 'NS', { signal: context.signal });
  return status === 'failed' && failure !== undefined ? 'no' : 'yes';
}

const told = (control: Control): Diagnosis['controls'][number] => ({
  name: control.name,
  ...control.addresses,
  issuer: issuerText(control),
});

/** Determines what audits can see from this machine, with control names that the operator may replace. */
export async function diagnose(settings: EngineSettings): Promise<Diagnosis> {
  const names = settings.controlNames ?? defaultControlNames;
  const startedAtMs = settings.nowMs ?? Date.now();
  const domain = names[0] ?? '';
  const target = { domain, registrableDomain: domain, scanMode: 'standard', startedAtMs, seed: '' } as const;
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(deadlineMs)]);
  const context = createContext(target, { settings }, signal);
  const { dialer, resolver } = context;
  const chains = {
    store: createCertificateStore(),
    roots: trustedRoots(listsOf(settings).roots),
    fetcher: { get: async () => null, attempts: () => [] },
    verify: createVerifier(),
    atSeconds: Math.floor(startedAtMs / 1000),
  };
  const [controls, udp, tcp, direct, signatures, mail] = await Promise.all([
    Promise.all(names.map((name) => lookAtControl(context, { dialer, resolver, signal, chains }, name))),
    resolverUdp(context),
    resolverTcp(context),
    port53(context, controlDomains(names)),
    signaturesOf(context),
    port25(context),
  ]);
  ending.abort();
  const vantage: Vantage = {
    ipv4: familyOf(controls, 'ipv4'),
    ipv6: familyOf(controls, 'ipv6'),
    resolverUdp: udp,
    resolverTcp: tcp,
    port53: direct,
    port25: mail,
    clockOffsetSeconds: clockOffset(controls),
    ...tlsOfControls(controls),
  };
  return {
    vantage,
    resolvers: [...resolver.servers],
    signatures,
    controls: controls.map(told),
    lists: listAges(settings, startedAtMs),
    problems: problemsOf({ vantage, signatures }),
  };
}
