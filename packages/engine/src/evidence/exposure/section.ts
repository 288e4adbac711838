import type { Section, SectionStatus } from '@perimeter/contract/section';
import { filled, state, tableOf } from '../section.ts';
import type { ExposedPathResult, ExposureEvidence } from './schema.ts';

const unseenWords = {
  'rate-limited': 'not tested: rate limit',
  blocked: 'not tested: blocked',
  unavailable: 'not tested: server unavailable',
  failed: 'not tested: request failed',
  unreadable: 'answer unreadable',
  'any-path': 'not tested: any path answers so',
  stopped: 'not tested',
  budget: 'not tested: request limit of the audit',
  silent: 'not tested',
} as const;

function verdictCell({ verdict, unseen }: ExposedPathResult): SectionStatus {
  if (verdict === 'hit') return state('bad', 'exposed');
  if (verdict === 'protected') return state('neutral', 'access refused');
  if (verdict === 'soft-404') return state('neutral', 'page for any path');
  return verdict === 'absent' ? state('good', 'not found') : state('fair', unseenWords[unseen ?? 'failed']);
}

/** Absent paths are counted instead of listed. */
function summaryOf(results: readonly ExposedPathResult[]): string {
  const absent = results.filter(({ verdict }) => verdict === 'absent').length;
  return `${results.length} paths requested, ${absent} of them not found.`;
}

/** How the site answered requests for sensitive paths; null where none was sent. */
export function exposureSection({ exposure }: { exposure?: ExposureEvidence | undefined }): Section | null {
  if (exposure === undefined || exposure.origin === null) return null;
  const { results, baseline } = exposure;
  const shown = results.filter(({ verdict }) => verdict !== 'absent');
  return {
    id: 'exposure',
    title: 'Exposed content',
    tables: filled(
      tableOf(
        'Requested paths',
        [
          ['Path', 'code'],
          ['Status', 'number'],
          ['Type', 'code'],
          ['Result', 'status'],
        ],
        shown.map((result) => [result.path, result.status, result.type, verdictCell(result)]),
      ),
      tableOf(
        'Answers to paths that do not exist',
        [
          ['Path', 'code'],
          ['Status', 'number'],
          ['Type', 'code'],
          ['Redirect to', 'code'],
        ],
        baseline.map(({ path, status, type, location }) => [path, status, type, location]),
        exposure.answersEverything === null ? summaryOf(results) : 'The site answers paths that it cannot have.',
      ),
    ),
    figures: [],
  };
}
