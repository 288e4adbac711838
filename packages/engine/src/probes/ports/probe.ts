import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noPorts } from '../../evidence/ports/example.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { plannedAddresses } from './addresses.ts';
import { askDatagrams } from './datagrams.ts';
import { portTimes } from './limits.data.ts';
import { gathered, sweepAddress } from './sweep.ts';

type Needed = Pick<EvidenceByKind, 'endpoints' | 'tls' | 'certificates' | 'http' | 'behaviour'>;

/** Round trips that a connection may take, by the one that was seen on the way. */
async function connectMsTo(context: ProbeContext, address: string, host: string): Promise<{ ms: number; ok: boolean }> {
  const startMs = performance.now();
  const { connectLeast, connectMost, connectExtra } = portTimes;
  const first = await context.dialer.connect(
    { address, host, port: 443 },
    { signal: context.signal, timeoutMs: connectMost },
  );
  if (first.ok) first.socket.destroy();
  const rttMs = performance.now() - startMs;
  const isAnswer = first.ok || first.failure.reason === 'refused';
  const wanted = isAnswer ? 4 * rttMs + connectExtra : connectMost;
  return { ms: Math.min(connectMost, Math.max(connectLeast, wanted)), ok: isAnswer };
}

/** Asks the ports of the site's own addresses, each with one message at most. */
export async function probePorts(context: ProbeContext, needed: Needed): Promise<EvidenceByKind['ports']> {
  if (context.target.passive === true) return { ...noPorts, notAsked: 'passive' };
  if (needed.http.robotsBar === true) return { ...noPorts, notAsked: 'robots' };
  const planned = plannedAddresses(context, needed);
  if (planned.length === 0) return noPorts;
  const { scanMode, authority } = context.target;
  const longList = scanMode === 'deep' && authority === true;
  const [sweeps, datagrams] = await Promise.all([
    Promise.all(
      planned.map(async (address) => {
        const { ms, ok } = await connectMsTo(context, address.address, address.host);
        return sweepAddress(address, { context, connectMs: ms, tries: 2, longList }, { wasReachable: ok });
      }),
    ),
    longList ? askDatagrams(context, planned) : [],
  ]);
  return { notAsked: null, longList, ...gathered(sweeps), datagrams };
}

/** Services on the site's addresses: last of all, as firewalls look for it. */
export const portsProbe = defineProbe({
  kind: 'ports',
  needs: ['endpoints', 'tls', 'certificates', 'http', 'behaviour'],
  run: async (context, needed) => ({ evidence: await probePorts(context, needed) }),
});
