import type { IncomingHttpHeaders } from 'node:http';

/** True if the caller has what was last modified then (RFC 9110 section 13.1.3); If-None-Match takes precedence. */
export function isUnmodifiedSince(headers: IncomingHttpHeaders, lastModified: Date): boolean {
  const since = headers['if-modified-since'];
  if (since === undefined || headers['if-none-match'] !== undefined) return false;
  const sinceMs = Date.parse(since);
  return since.endsWith(' GMT') && Math.floor(lastModified.getTime() / 1_000) * 1_000 <= sinceMs;
}

/** True if If-None-Match contains the tag, by weak comparison (RFC 9110 sections 8.8.3.2 and 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (text: string): string => text.replace(/^W\//, '');
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaque(candidate) === opaque(tag));
}
