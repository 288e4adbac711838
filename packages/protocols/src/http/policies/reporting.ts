import { combinedValue, type HeaderLines } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';
import { parseStructuredDictionary } from '../headers/structured-dictionary.ts';
import { isJsonObject, jsonOrNull } from '../../json.ts';

/** Endpoint or group name, and the URLs that reports are sent to. */
export interface ReportingEndpoint {
  name: string;
  urls: readonly string[];
}

/** Reads Reporting-Endpoints (Reporting API section 3.2): a dictionary of quoted URLs. */
export function parseReportingEndpoints(lines: HeaderLines): Parsed<readonly ReportingEndpoint[]> {
  const text = combinedValue(lines, 'Reporting-Endpoints');
  if (text === null) return { value: [], problems: [] };
  const dictionary = parseStructuredDictionary(text);
  if (!dictionary.ok)
    return { value: [], problems: [`Reporting-Endpoints is not a structured-field dictionary: ${dictionary.problem}`] };
  const value = [...dictionary.members].map(([name, items]) => ({
    name,
    urls: items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])),
  }));
  const problems = value.filter(({ urls }) => urls.length === 0).map(({ name }) => `${name} names no quoted URL`);
  return { value, problems };
}

const urlsOf = (endpoints: unknown): string[] =>
  Array.isArray(endpoints)
    ? endpoints.flatMap((endpoint: unknown) =>
        isJsonObject(endpoint) && typeof endpoint['url'] === 'string' ? [endpoint['url']] : [],
      )
    : [];

function groupsOf(text: string): unknown[] | null {
  // The combined value is a JSON array without its brackets (Reporting API, 2018 draft, section 3.1).
  const groups = jsonOrNull(`[${text}]`);
  return Array.isArray(groups) ? groups : null;
}

/** Reads Report-To, the JSON header that preceded it and that Network Error Logging still needs. */
export function parseReportTo(lines: HeaderLines): Parsed<readonly ReportingEndpoint[]> {
  const text = combinedValue(lines, 'Report-To');
  if (text === null) return { value: [], problems: [] };
  const groups = groupsOf(text);
  if (groups === null) return { value: [], problems: ['Report-To is not JSON'] };
  const value = groups.flatMap((group) => {
    if (!isJsonObject(group)) return [];
    const name = typeof group['group'] === 'string' ? group['group'] : 'default';
    return [{ name, urls: urlsOf(group['endpoints']) }];
  });
  return { value, problems: value.length < groups.length ? ['A member of Report-To is not an object'] : [] };
}

/** The group that Network Error Logging reports to (Network Error Logging section 4); null where the header names none. */
export function parseNel(lines: HeaderLines): { group: string } | null {
  const [policy] = groupsOf(combinedValue(lines, 'NEL') ?? '') ?? [];
  return isJsonObject(policy) && typeof policy['report_to'] === 'string' ? { group: policy['report_to'] } : null;
}
