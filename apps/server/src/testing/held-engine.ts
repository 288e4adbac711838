import type { Engine } from '../process/parts.ts';
import { deterministicEngine } from './deterministic-engine.ts';

/** A deterministic engine that reports what it runs, and blocks audits of domains that begin with held until released. */
export function heldEngine(phaseMs = 1) {
  const engine = deterministicEngine(phaseMs);
  const ran: string[] = [];
  const authorized: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (domain: string): PromiseWithResolvers<void> => {
    const gate = gates.get(domain) ?? Promise.withResolvers<void>();
    gates.set(domain, gate);
    return gate;
  };
  const held: Engine = {
    phasesOf: engine.phasesOf,
    runAudit: async (request, options) => {
      ran.push(request.domain);
      if (request.authority === true) authorized.push(request.domain);
      if (request.domain.startsWith('held')) {
        const aborted = new Promise<void>((resolve) => options.signal?.addEventListener('abort', () => resolve()));
        await Promise.race([gateOf(request.domain).promise, aborted]);
      }
      return engine.runAudit(request, options);
    },
  };
  return { engine: held, ran, authorized, release: (domain: string) => gateOf(domain).resolve() };
}
