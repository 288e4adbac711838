import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { withBrowserLeaves } from './browser-leaves.ts';
import { depths } from './depths.ts';
import { describeEndpoint } from './endpoint-evidence.ts';
import type { EndpointPlan } from './endpoint-plan.ts';
import type { FirstAnswers } from './negotiated.ts';
import { scanEndpoint } from './scan.ts';
import type { ScanSession } from './scan-session.ts';
import { isConfiguredAlike, isShared } from './comparison/likeness.ts';
import { awaitReference } from './comparison/reference.ts';

/** An endpoint whose answers equal those of the plan's reference; null where one differs, or nothing is comparable. */
async function compare(session: ScanSession, plan: EndpointPlan, first: FirstAnswers): Promise<TlsEndpoint | null> {
  const outcome = await scanEndpoint(session, depths.compared, first);
  const endpoint = describeEndpoint(plan, outcome, session);
  const reference = isShared(endpoint) ? await awaitReference(session) : null;
  if (reference === null || !isConfiguredAlike(endpoint, reference)) return null;
  // Equal choices among equal chains: browsers receive the same here.
  const { address, browserLeaves } = reference;
  return { ...endpoint, comparedWith: address, ...(browserLeaves === undefined ? {} : { browserLeaves }) };
}

/** All that the plan's depth asks; in full where the answers of an address that was to be compared differ. */
export async function readEndpoint(
  session: ScanSession,
  plan: EndpointPlan,
  first: FirstAnswers,
): Promise<TlsEndpoint> {
  const compared = plan.depth === 'compared' ? await compare(session, plan, first) : null;
  if (compared !== null) return compared;
  const asked: EndpointPlan = plan.depth === 'compared' ? { ...plan, depth: 'full' } : plan;
  const outcome = await scanEndpoint(session, depths[asked.depth], first);
  return withBrowserLeaves(session, asked, describeEndpoint(asked, outcome, session));
}
