import type { Report } from '@perimeter/contract/report';
import { deterministicEngine } from '@perimeter/server/testing/deterministic-engine';

/** The deterministic engine, with a report of a real audit's size. */
export function engineOf(report: Report): ReturnType<typeof deterministicEngine> {
  const engine = deterministicEngine(1);
  return {
    ...engine,
    runAudit: async (request, watch) => {
      const result = await engine.runAudit(request, watch);
      return result.ok ? { ...result, report: { ...report, id: request.id, domain: request.domain } } : result;
    },
  };
}
