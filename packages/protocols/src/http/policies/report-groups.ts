import { combinedValue, type HeaderLines, headerValues, splitUnquoted } from '../headers/header-list.ts';
import { parseCsp } from '../csp/parse.ts';
import { parseNel, parseReportingEndpoints, parseReportTo } from './reporting.ts';

/** A header that reports to a group of endpoints. */
export interface ReportGroup {
  header: string;
  group: string;
}

const isCsp = (name: string): name is 'Content-Security-Policy' | 'Content-Security-Policy-Report-Only' =>
  name === 'Content-Security-Policy' || name === 'Content-Security-Policy-Report-Only';

/** Policies that may name a group, by directive (CSP3 section 6.5.2) or by parameter (HTML, "cross-origin opener policies"). */
const policies = ['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Cross-Origin-Embedder-Policy'].flatMap(
  (name) => [name, `${name}-Report-Only`],
);

function groupsOf(lines: HeaderLines, name: string): string[] {
  if (isCsp(name)) return parseCsp(lines, name).flatMap((policy) => policy.directives.get('report-to')?.[0] ?? []);
  return headerValues(lines, name).flatMap((value) =>
    splitUnquoted(value, ';').flatMap((part) => /^report-to="?([^"]{1,200})"?$/i.exec(part)?.[1] ?? []),
  );
}

/** Every group that a policy reports to, each once per header. */
export const reportGroups = (lines: HeaderLines): ReportGroup[] =>
  policies.flatMap((header) => [...new Set(groupsOf(lines, header))].map((group) => ({ header, group })));

/** Those groups that no header defines: browsers drop their reports. Network errors go to groups of Report-To alone. */
export function undefinedReportGroups(lines: HeaderLines): ReportGroup[] {
  const old = new Set(parseReportTo(lines).value.map(({ name }) => name));
  const current = new Set(parseReportingEndpoints(lines).value.map(({ name }) => name));
  const networkErrors = combinedValue(lines, 'Report-To') === null ? null : parseNel(lines);
  return [
    ...reportGroups(lines).filter(({ group }) => !old.has(group) && !current.has(group)),
    ...(networkErrors === null || old.has(networkErrors.group) ? [] : [{ header: 'NEL', group: networkErrors.group }]),
  ];
}
