import { type AcceptedRisk, expiryMistake, fileWaiver, waiverFile } from '@perimeter/contract/waiver/waiver';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../argument-values.ts';

/** A waiver of a file, and where it stands there. */
export interface FileWaiver extends AcceptedRisk {
  /** The domain that it is for; null: every domain of the command. */
  domain: string | null;
  /** "line 3", or "waiver 3" in JSON. */
  place: string;
}

/** Far more than anybody can answer for. */
const maxBytes = 1024 * 1024;

function toWaiver(given: unknown, file: string, place: string, nowMs: number): FileWaiver {
  const read = fileWaiver.safeParse(given);
  const issue = read.success ? null : read.error.issues[0];
  const named = issue === null || issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
  const mistake = issue === null ? null : `${issue?.message ?? 'invalid'}${named}`;
  if (mistake !== null || !read.success) throw new UsageError(`Invalid waiver in ${file}, ${place}: ${mistake ?? ''}`);
  const { domain = null, fingerprint = null, checkId = null, reason, expires } = read.data;
  // One that has expired stays in the file until somebody takes it out: that is told, and no mistake.
  const tooLong = expiryMistake(expires, nowMs);
  if (tooLong !== null && !tooLong.includes('past'))
    throw new UsageError(`Invalid waiver in ${file}, ${place}: ${tooLong} (expires)`);
  return { domain: domain?.toLowerCase() ?? null, fingerprint, checkId, reason, expires, place };
}

function fromJson(text: string, file: string, nowMs: number): FileWaiver[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new UsageError(`Invalid waiver file ${file}: not valid JSON`);
  }
  const read = waiverFile.safeParse(given);
  if (!read.success)
    throw new UsageError(`Invalid waiver file ${file}: use a list, or an object with the list waivers`);
  return read.data.map((one, index) => toWaiver(one, file, `waiver ${index + 1}`, nowMs));
}

/** CHECK[@DOMAIN] EXPIRES REASON, or a fingerprint in place of the check. */
function fromLine(text: string, file: string, place: string, nowMs: number): FileWaiver {
  const [target = '', expires, ...words] = text.split(/\s+/u);
  const [what = '', domain] = target.split('@', 2);
  const subject = /^[0-9a-f]{64}$/u.test(what) ? { fingerprint: what } : { checkId: what };
  if (expires === undefined || words.length === 0)
    throw new UsageError(
      `Invalid waiver in ${file}, ${place}: write CHECK EXPIRES REASON, such as hsts-missing 2027-03-31 old clients until spring`,
    );
  const given = { ...subject, expires, reason: words.join(' '), ...(domain === undefined ? {} : { domain }) };
  return toWaiver(given, file, place, nowMs);
}

function contentOf(file: string): string {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes)
      throw new UsageError(`The waiver file ${file} is larger than 1 MiB`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read the waiver file ${file}: ${fileProblem(error)}`);
  }
}

/** The waivers of a file: JSON, or one a line with # for remarks. Throws UsageError where any of them is invalid. */
export function readIgnoreFile(file: string, nowMs: number): FileWaiver[] {
  const text = contentOf(file).replace(/^\ufeff/u, '');
  if (/^\s*[[{]/u.test(text)) return fromJson(text, file, nowMs);
  return text.split(/\r?\n/u).flatMap((line, index) => {
    const content = line.replace(/(?:^|\s)#.*$/u, '').trim();
    return content === '' ? [] : [fromLine(content, file, `line ${index + 1}`, nowMs)];
  });
}
