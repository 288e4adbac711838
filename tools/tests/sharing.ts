import type { FileResult } from './file-result.ts';

/** Milliseconds after which a shared process takes no further file. */
export const mostMs = 120_000;

/** Resident memory after which it takes none either, in MiB. */
export const mostMib = 800;

/** What would reach other files of the same process, or measure them. */
const reachesOut =
  /\bprocess[.](?:env(?:[.]\w+|\[[^\]]*\]) =|on\(|once\(|chdir|umask|exit|memoryUsage|resourceUsage|cpuUsage)|delete process[.]env|\bregisterHooks\(|\bglobalThis\b|getActiveResourcesInfo|\/proc\/self\//u;

/** True: a lab or slow file with this text can share its process. */
export const mayShare = (text: string): boolean => !reachesOut.test(text);

const beginMark = '\u0002 begins: ';
const endMark = '\u0003 ends: ';

/** How a file went, as the shared process measures it. */
export type EndedFile = Pick<FileResult, 'ok' | 'seconds' | 'cpuSeconds'>;

/** The line that a shared process prints before a file. */
export const beginOf = (file: string): string => `${beginMark}${file}`;

/** The line that it prints after it. */
export const endOf = (ended: EndedFile): string => `${endMark}${JSON.stringify(ended)}`;

/** The file that begins with a line; null: it is a line of a test. */
export const begins = (line: string): string | null =>
  line.startsWith(beginMark) ? line.slice(beginMark.length) : null;

/** How the file ended that ends with a line; null: it is a line of a test. */
export const ends = (line: string): EndedFile | null =>
  line.startsWith(endMark) ? (JSON.parse(line.slice(endMark.length)) as EndedFile) : null;
