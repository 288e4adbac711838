import type { HttpEvidence } from '../../../evidence/http/schema.ts';
import { readEngineSettings } from '../../../settings/read-settings.ts';
import type { EngineSettings } from '../../../settings/settings.ts';
import { runAudit } from '../../audit.ts';
import { type Watched, watchProcess } from './watch.ts';

// A separate process with the service's memory settings: audits the hostile web servers of the lab of these kinds, a few at
// once, and prints as JSON how each ended, and its memory and event loop figures.

/** A flooding server uses a core: more at once would measure the machine. */
const atOnce = 2;
/** Servers that send little or nothing only take time, so all of them run concurrently with the others. */
const waiting: ReadonlySet<string> = new Set(['tarpit', 'header-drip', 'body-drip', 'never-close', 'short-body']);

/** How the audit of one hostile web server ended. */
export interface EndedAudit {
  kind: string;
  ms: number;
  bugs: string[];
  /** The grade, or the code of the failure. */
  how: string;
  /** Failed checks of documents, cookies and headers. */
  failedOnContent: string[];
  /** Whether a complete response head arrived. */
  sawHead: boolean;
}

/** All of them, and what they cost. */
export interface HostileRun extends Watched {
  ended: EndedAudit[];
}

/** Modules that only judge documents, cookies and headers: without an answer none of their checks can fail. */
const ofDocuments: ReadonlySet<string> = new Set([
  'content_security_policy',
  'cookies',
  'http_headers',
  'page_content',
]);

const sawHead = (http: HttpEvidence | undefined): boolean => http?.exchanges.some(({ result }) => result.ok) ?? false;

async function attack(kind: string, settings: EngineSettings): Promise<EndedAudit> {
  const domain = `hostile-${kind}.lab`;
  const bugs: string[] = [];
  const startMs = performance.now();
  const result = await runAudit(
    { id: kind, domain, registrableDomain: domain, scanMode: 'standard' },
    { settings, onBug: (where, error) => void bugs.push(`${where}: ${String(error)}`) },
  );
  const modules = result.ok ? result.report.modules : [];
  return {
    kind,
    ms: performance.now() - startMs,
    bugs,
    how: result.ok ? result.report.score.grade : result.failure.code,
    failedOnContent: modules
      .filter(({ id }) => ofDocuments.has(id))
      .flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)),
    sawHead: sawHead(result.evidence.http),
  };
}

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;
const kinds = process.argv.slice(2);
// Warm-up: one-time loading is not growth.
await attack('garbage', settings);
const watch = watchProcess();
const ended: EndedAudit[] = [];
async function end(kind: string): Promise<void> {
  ended.push(await attack(kind, settings));
  watch.collect();
}
const queue = kinds.filter((kind) => !waiting.has(kind));
async function inTurn(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await end(next);
}
await Promise.all([...Array.from({ length: atOnce }, inTurn), ...kinds.filter((kind) => waiting.has(kind)).map(end)]);
const run: HostileRun = { ...watch.stop(), ended };
process.stdout.write(JSON.stringify(run), () => process.exit(0));
