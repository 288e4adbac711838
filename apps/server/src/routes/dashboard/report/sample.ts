import { issuesOf } from '@perimeter/contract/issue';
import { report as reportSchema } from '@perimeter/contract/report';
import type { StartProps } from '@perimeter/dashboard/lib/props';
import { reportPath } from '@perimeter/engine/runner/golden';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { readFileSync } from 'node:fs';
import type { Http } from '../../../http/http.ts';
import { bareFrame } from '../frame.ts';
import { hidden, type PageParts } from '../options.ts';
import { renderBusy } from '../problem/page.ts';
import {
  checkParams,
  onlyReport,
  sectionParams,
  sendCheck,
  sendReport,
  sendSection,
  type ShownReport,
} from './send-report.ts';

/** The lab site whose recorded report is the sample. */
const sampleSite = 'bad.lab';

interface Sample {
  shown: ShownReport;
  facts: StartProps['sample'];
}

let read: Sample | undefined;

function readSample(): Sample {
  const bytes = readFileSync(reportPath(sampleSite));
  const { domain, score, findings } = reportSchema.parse(JSON.parse(bytes.toString()));
  return {
    shown: { digest: sha256Hex(bytes), body: async () => bytes, shared: null },
    facts: { domain, score: score.total, grade: score.grade, issues: issuesOf(findings).length },
  };
}

const sample = (): Sample => (read ??= readSample());

/** The facts of the sample report that its link shows. */
export const sampleFacts = (): Sample['facts'] => sample().facts;

const wholeReport = { name: 'report', filter: { severities: [], category: '', text: '' } } as const;

/**
 * When warming starts, in milliseconds: the service has started by then, and a person who reads the printed URL has not
 * opened it yet.
 */
const warmAfterMs = 500;

/**
 * How often the sample is parsed and rendered, until the JIT compiler has optimized the thread: 160, 36 and 23 ms on
 * two cores, then 17.
 */
const warmTurns = 3;

/** Renders the sample soon after the start, so that no reader waits for the thread to start and compile its code. */
function warmRenderer(http: Http, parts: PageParts): void {
  const render = async (turn: number): Promise<unknown> => {
    const { digest, body } = sample().shown;
    return parts.pages.html(
      // With another digest the report is parsed again, because parsing is slow at first too.
      { ...wholeReport, ...onlyReport, digest: turn === 0 ? digest : `${digest}-${turn}`, body, shared: null },
      { ...bareFrame(parts), nowMs: parts.identity.nowMs() },
    );
  };
  const turns = parts.startsAhead === false ? 0 : warmTurns;
  const warm = async (): Promise<void> => {
    for (let turn = turns - 1; turn >= 0; turn -= 1) await render(turn);
    await renderBusy(parts);
  };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let waitMs = warmAfterMs;
  // If too many readers arrive, continue later. Any other error will also occur for the first reader, where it is
  // logged.
  const later = (): void => {
    if (!isClosed) timer = setTimeout(() => void warm().catch(later), waitMs).unref();
    waitMs *= 2;
  };
  http.addHook('onListen', async () => later());
  http.addHook('onClose', async () => {
    isClosed = true;
    clearTimeout(timer);
  });
}

/** GET /sample, /sample/checks/{check} and /sample/data/{section}: a sample report for visitors. */
export function addSamplePages(http: Http, parts: PageParts): void {
  warmRenderer(http, parts);
  http.get('/sample', hidden, async (request, reply) => sendReport(parts, request, reply, sample().shown));
  http.get(
    '/sample/checks/:check',
    { ...hidden, schema: { hide: true, params: checkParams } },
    async (request, reply) => sendCheck(parts, request, reply, sample().shown, request.params.check),
  );
  http.get(
    '/sample/data/:section',
    { ...hidden, schema: { hide: true, params: sectionParams } },
    async (request, reply) => sendSection(parts, request, reply, sample().shown, request.params.section),
  );
}
