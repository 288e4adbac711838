import type { Reach, Vantage } from '@perimeter/contract/score';
import { siteOfHost } from '@perimeter/protocols/domain/name';
import { failureText } from '../../evidence/failure-text.ts';
import type { NetFailureReason, Observed } from '../../evidence/observed.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { controlAddresses, controlIssuer, type ControlMeans } from '../../pki/interception/controls.ts';
import { clockSkewOf } from '../../probes/certificates/clock-skew.ts';
import type { AuditContext } from '../../probes/probe.ts';
import { reachOf } from './vantage-of.ts';

/** What this machine sees of one control name. */
export interface Control {
  name: string;
  addresses: { ipv4: string | null; ipv6: string | null };
  /** Connection results: null where it succeeded, absent without an address. */
  connections: { ipv4?: NetFailureReason | null; ipv6?: NetFailureReason | null };
  issuer: Awaited<ReturnType<typeof controlIssuer>>;
  /** The clock of the server minus ours, in seconds. */
  clock: Observed<number>;
}

/** The issuer of a control's certificate, or why there is none. */
export function issuerText({ issuer }: Control): string {
  if (!issuer.known) return failureText(issuer.failure);
  const { anchor, issuer: name } = issuer.value;
  return anchor === 'public' ? 'public' : (name ?? 'not of this name');
}

async function connectionTo(context: AuditContext, host: string, address: string): Promise<NetFailureReason | null> {
  const { dialer, signal } = context;
  const dialed = await dialer.connect({ host, address, port: 443 }, { signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return dialed.failure.reason;
  dialed.socket.destroy();
  return null;
}

async function clockOf({ http, resolver, signal }: AuditContext, name: string): Promise<Observed<number>> {
  const fetch = http.fetchWith({ limits: httpLimits, resolver, signal });
  const { exchange } = await fetch(new URL(`http://${name}/`));
  return clockSkewOf({ exchanges: [{ id: name, ...exchange.facts }] }, Date.now());
}

/** Tests one control name: its addresses, connections of both families, its certificate and its clock. */
export async function lookAtControl(context: AuditContext, means: ControlMeans, name: string): Promise<Control> {
  const addresses = await controlAddresses(means, name);
  const { ipv4, ipv6 } = addresses;
  const [over4, over6, issuer, clock] = await Promise.all([
    ipv4 === null ? undefined : connectionTo(context, name, ipv4),
    ipv6 === null ? undefined : connectionTo(context, name, ipv6),
    controlIssuer(means, name),
    clockOf(context, name),
  ]);
  const connections = {
    ...(over4 === undefined ? {} : { ipv4: over4 }),
    ...(over6 === undefined ? {} : { ipv6: over6 }),
  };
  return { name, addresses, connections, issuer, clock };
}

/** Whether a family works: silence of every control means no reach, because not all of them are down. */
export function familyOf(controls: readonly Control[], family: 'ipv4' | 'ipv6'): Reach {
  const made = controls.flatMap(({ connections }) => {
    const one = connections[family];
    return one === undefined ? [] : [one];
  });
  const reach = reachOf(made);
  return reach === 'unknown' && made.length > 0 && made.every((reason) => reason === 'timeout') ? 'no' : reach;
}

/** Median offset of the controls' clocks; null where none was read. */
export function clockOffset(controls: readonly Control[]): number | null {
  const offsets = controls.flatMap(({ clock }) => (clock.known ? [clock.value] : [])).toSorted((a, b) => a - b);
  return offsets[Math.floor(offsets.length / 2)] ?? null;
}

/** Whether one non-public issuer signs for control names of different domains. */
export function tlsOfControls(controls: readonly Control[]): Pick<Vantage, 'tls' | 'tlsIssuer'> {
  const issuers = controls.flatMap(({ issuer }) => (issuer.known ? [issuer.value] : []));
  const shared = issuers.find(({ issuer, domain }) =>
    issuers.some((other) => issuer !== null && other.issuer === issuer && other.domain !== domain),
  );
  if (shared !== undefined) return { tls: 'intercepted', tlsIssuer: shared.issuer };
  return { tls: issuers.some(({ anchor }) => anchor === 'public') ? 'untouched' : 'unknown', tlsIssuer: null };
}

/** The domains of the controls, whose name servers are queried directly. */
export const controlDomains = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => siteOfHost(name))),
];
