import type { VulnerabilitiesSection } from '@perimeter/contract/observed/tls';
import type { Section, SectionStatus } from '@perimeter/contract/section';
import { byPlace, filled, state, tableOf } from '../section.ts';
import { vulnerabilitiesMember } from './member.ts';
import type { VulnerabilitiesEvidence } from './schema.ts';

type Test = VulnerabilitiesSection['tests'][number];
type Result = Test['result'];

const results: Record<Result, SectionStatus> = {
  vulnerable: state('bad', 'vulnerable'),
  'not-vulnerable': state('good', 'not vulnerable'),
  'not-seen': state('fair', 'not tested'),
};

/** Untested items of one place with the same reason share a row. */
function gapsTogether(tests: readonly Test[]): Test[] {
  const rows = Map.groupBy(tests, ({ host, address, port, name, result, detail }) =>
    JSON.stringify([host, address, port, result, detail, result === 'not-seen' ? '' : name]),
  );
  return [...rows.values()].flatMap((row) => {
    const [first] = row;
    return first === undefined ? [] : [{ ...first, name: row.map(({ name }) => name).join(', ') }];
  });
}

/** Vulnerabilities: the result of each test, the same result of several endpoints in one row. */
export function vulnerabilitiesSection({
  vulnerabilities,
}: {
  vulnerabilities?: VulnerabilitiesEvidence | undefined;
}): Section | null {
  if (vulnerabilities === undefined) return null;
  const { tests } = vulnerabilitiesMember(vulnerabilities);
  const rows = byPlace(
    gapsTogether(tests).map(({ host, address, port, name, result, detail }) => ({
      place: { host, address, port },
      cells: [name, results[result], detail],
    })),
    vulnerabilities.endpoints.map(({ serverName: host, address, port }) => ({ host, address, port })),
  );
  return {
    id: 'vulnerabilities',
    title: 'Vulnerability tests',
    tables: filled(
      tableOf(
        'Tests for known TLS vulnerabilities',
        [
          ['Test', 'text'],
          ['Result', 'status'],
          ['Detail', 'text'],
          ['Endpoint', 'text'],
        ],
        rows,
      ),
    ),
    figures: [],
  };
}
