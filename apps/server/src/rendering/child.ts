// The typesetting process: it reads text that targets sent, so it has no keys, secrets or connections.
import { report } from '@perimeter/contract/report';
import { answeredChecks, type PreviousAudit } from '@perimeter/report/pdf/changes';
import type { Typesetter } from '@perimeter/report/pdf/typeset';
import { setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import type { EarlierReport, RenderAnswer, RenderRequest } from './messages.ts';

/** Below the processes that answer requests: documents can wait. */
const niceness = 5;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The typesetter, or why there is none: its native module does not support every platform. */
async function openTypesetter(): Promise<Typesetter | string> {
  try {
    const { createTypesetter } = await import('@perimeter/report/pdf/typeset');
    return createTypesetter();
  } catch (error) {
    return messageOf(error);
  }
}

const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

const comparable = report.pick({ score: true, completedAt: true, findings: true, modules: true });

/** The previous audit; null if its report has a shape that is no longer supported. */
function previousOf({ report: bytes, earlier }: EarlierReport): PreviousAudit | null {
  const read = comparable.safeParse(json(bytes));
  if (!read.success) return null;
  const { score, completedAt, findings, modules } = read.data;
  const { total, grade, policyVersion } = score;
  return { total, grade, policyVersion, completedAt, findings, answered: answeredChecks({ modules }), earlier };
}

function render(typesetter: Typesetter, request: RenderRequest): RenderAnswer {
  try {
    const previous = request.previous === null ? null : previousOf(request.previous);
    const canonical = new TextDecoder().decode(request.report);
    const content = report.parse(JSON.parse(canonical));
    const { pdf, pages, problem } = typesetter.typeset(content, { ...request.options, previous }, canonical);
    if (problem !== null)
      process.stderr.write(`Rendered a document with non-ASCII characters escaped: ${problem}
`);
    return { kind: 'document', pdf, pages, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error), rssBytes: process.memoryUsage.rss() };
  }
}

try {
  setPriority(niceness);
} catch {
  // Some sandboxes do not let a process lower its own priority.
}
const opened = openTypesetter();
process.on('message', (request: RenderRequest) => {
  void opened.then(async (typesetter) => {
    const answer: RenderAnswer =
      typeof typesetter === 'string' ? { kind: 'unavailable', reason: typesetter } : render(typesetter, request);
    // Finalizers free the typesetter's memory; they run between turns of the event loop.
    await turn();
    process.send?.(answer);
  });
});
process.on('disconnect', () => process.exit(0));
