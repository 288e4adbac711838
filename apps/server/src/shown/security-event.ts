import { type SecurityEvent, securityEventKind } from '@perimeter/contract/account/activity';
import type { SecurityEventRow } from '../repositories/schema/security-events.ts';

/** A line of the security log as its holder sees it. */
export const toEvent = ({ id, at, kind, network, user_agent: userAgent, detail }: SecurityEventRow): SecurityEvent => ({
  id,
  at: at.getTime(),
  kind: securityEventKind.parse(kind),
  network,
  userAgent,
  detail,
});
