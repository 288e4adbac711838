import { shortestMark, type TakeoverService, type TakeoverStatus } from './takeover-table.ts';
import { isJsonObject } from '../json.ts';

const statuses: Readonly<Record<string, TakeoverStatus>> = {
  vulnerable: 'vulnerable',
  'edge case': 'edge',
  'not vulnerable': 'safe',
};

const mostServices = 1_000;
/** Labels of host names, of which one letter sequence may be a `*`; the last two are always spelt out. */
const suffixForm = /^(?:[a-z0-9-]*\*?[a-z0-9-]*\.)*[a-z0-9-]+\.[a-z0-9-]+$/;

const isText = (value: unknown): value is string => typeof value === 'string';

function serviceOf(entry: unknown): TakeoverService | null {
  if (!isJsonObject(entry) || !Array.isArray(entry['cname']) || !isText(entry['service'])) return null;
  const { cname, service, fingerprint, nxdomain, status } = entry;
  const known = isText(status) ? statuses[status.toLowerCase()] : undefined;
  const suffixes = cname
    .filter(isText)
    .map((name) => name.toLowerCase().replace(/^\.|\.$/g, ''))
    .filter((name) => suffixForm.test(name));
  const isMissing = nxdomain === true;
  const marks = !isMissing && isText(fingerprint) && fingerprint.length >= shortestMark ? [fingerprint] : [];
  if (known === undefined || suffixes.length === 0 || (marks.length === 0 && !isMissing)) return null;
  return { service: service.slice(0, 100), suffixes, status: known, marks, ...(isMissing ? { nxdomain: true } : {}) };
}

/**
 * Reads services in the form of `fingerprints.json` of can-i-take-over-xyz: those with ends of names, and a text or NXDOMAIN as
 * mark. Null: there is none.
 */
export function readTakeovers(parsed: unknown): readonly TakeoverService[] | null {
  if (!Array.isArray(parsed)) return null;
  const services = parsed.slice(0, mostServices).flatMap((entry) => serviceOf(entry) ?? []);
  return services.length === 0 ? null : services;
}
