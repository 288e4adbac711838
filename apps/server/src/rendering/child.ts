// The process that sets documents: it reads what targets sent, so it holds no key, no secret and no connection.
import { report } from '@perimeter/contract/report';
import { answeredChecks, type PreviousAudit } from '@perimeter/report/pdf/changes';
import type { Typesetter } from '@perimeter/report/pdf/typeset';
import { setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import type { EarlierReport, RenderAnswer, RenderRequest } from './messages.ts';

/** Below the processes that answer people: a document may wait for them, they not for it. */
const niceness = 5;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The typesetter, or why there is none: its native module has no binary for every platform. */
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

/** The audit before; null where its report has a shape that is no longer read. */
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
  // Not every sandbox lets a process lower its own priority.
}
const opened = openTypesetter();
process.on('message', (request: RenderRequest) => {
  void opened.then(async (typesetter) => {
    const answer: RenderAnswer =
      typeof typesetter === 'string' ? { kind: 'unavailable', reason: typesetter } : render(typesetter, request);
    // The typesetter's memory is given back by finalizers, which run between turns of the event loop.
    await turn();
    process.send?.(answer);
  });
});
process.on('disconnect', () => process.exit(0));
