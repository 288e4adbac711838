import type { EndpointsEvidence } from '../../../evidence/endpoints.ts';
import type { TlsEndpoint } from '../../../evidence/tls.ts';
import { createDialer } from '../../../net/dialer.ts';
import { createGuard } from '../../../net/guard.ts';
import { createResolver } from '../../../net/resolver.ts';
import { tlsProbe } from '../probe.ts';

/** How a test takes an inventory. */
export interface TakeOptions {
  scanMode?: 'standard' | 'deep';
  host?: string;
  /** Ends the audit after this time. */
  deadlineMs?: number;
}

/** Runs the probe over the product's dialer against one port of 127.0.0.1, to which 127.0.0.1:443 is mapped. */
export async function takeLocal(port: number, options: TakeOptions = {}): Promise<TlsEndpoint> {
  const host = options.host ?? 'server.test';
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), options.deadlineMs ?? 60_000);
  const { signal } = controller;
  const allowNetworks = ['127.0.0.0/8'];
  const dialMap = new Map([['127.0.0.1:443', `127.0.0.1:${port}`]]);
  const guard = createGuard({ allowNetworks });
  const limits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };
  const dialer = createDialer({ guard, dialMap, signal, limits });
  const target = { domain: host, registrableDomain: host, scanMode: options.scanMode ?? 'standard', startedAtMs: 0, seed: 'test' } as const;
  const address = { address: '127.0.0.1', family: 4 as const, allowed: true };
  const endpoints: EndpointsEvidence = { hosts: [{ host, status: 'exists', addresses: [address], notProbed: [] }] };
  const settings = { resolvers: [], trustAnchors: null, allowNetworks, dialMap, contactUrl: 'https://perimeter.test/' };
  try {
    const context = { target, dialer, guard, resolver: createResolver({ servers: [] }), settings, signal };
    const [endpoint] = (await tlsProbe.run(context, { target, endpoints })).endpoints;
    if (endpoint === undefined) throw new Error('The probe gave no endpoint');
    return endpoint;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
