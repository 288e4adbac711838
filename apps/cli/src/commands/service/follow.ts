import { type AuditState, hasEnded } from '@perimeter/contract/audit';
import { counted } from '@perimeter/report/words';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../server-mode/service.ts';

/** Interval of polls, in milliseconds, for a service without long polls: well below its limit of 120 a minute. */
const leastMs = 2_000;
/** Minimum interval with long polls. */
const newsMs = 250;

/** Reads the state of an audit until it has ended. */
export async function follow(
  service: Service,
  id: string,
  onState: (state: AuditState) => void,
  signal: AbortSignal,
): Promise<AuditState> {
  let tag: string | null = null;
  for (;;) {
    const begunMs = performance.now();
    const seen = await service.state(id, tag, signal);
    if (seen !== null) {
      onState(seen.state);
      if (hasEnded(seen.state)) return seen.state;
    }
    const isHeld = seen !== null && tag !== null && tag !== seen.tag;
    tag = seen === null ? tag : seen.tag === '' ? null : seen.tag;
    const restMs =
      tag === null || (seen === null && performance.now() - begunMs < leastMs) ? leastMs : isHeld ? newsMs : 0;
    await sleep(restMs, undefined, { signal });
  }
}

/** A state as a log line; the same text is not repeated. */
export function stateText({ status, phasesCompleted, phasesTotal, percentComplete, summary }: AuditState): string {
  if (status === 'queued') return 'queued';
  const done = `${phasesCompleted} of ${counted(phasesTotal, 'phase')} done, ${percentComplete} %`;
  return `${done}, ${counted(summary.findingsCount, 'finding')} so far`;
}
