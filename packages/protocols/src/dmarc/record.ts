import { type ReportPlace, reportPlaces } from '../report-uri.ts';
import { repeatedNames, splitTags, type Tag } from '../tag-list.ts';

/** What a domain asks receivers to do with mail that fails (RFC 9989 section 4.7). */
export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** A place that reports go to, with the address as written between commas; one address may lead to several. */
export interface DmarcReportUri extends ReportPlace {
  text: string;
}

/** The tags of a record with what they stand for; null where a tag is absent or its value means nothing. */
export interface DmarcRecord {
  p: DmarcPolicy | null;
  sp: DmarcPolicy | null;
  np: DmarcPolicy | null;
  adkim: 'r' | 's';
  aspf: 'r' | 's';
  psd: 'y' | 'n' | 'u';
  /** `t=y`: the owner is testing, and every policy counts one step less. */
  testing: boolean;
  /** The failure reports that are wanted: 0, 1, d, s. */
  fo: readonly string[];
  rua: readonly DmarcReportUri[];
  ruf: readonly DmarcReportUri[];
  /** `pct` of RFC 7489, which older receivers still follow. */
  pct: number | null;
}

/** Problems of a record. A repeated tag voids it; all others leave the other tags in force. */
export type DmarcProblem =
  | { code: 'tag-malformed'; text: string }
  | {
      code: 'tag-repeated' | 'value-empty' | 'value-invalid' | 'tag-removed' | 'tag-unknown';
      tag: string;
      value: string;
    }
  | { code: 'uri-invalid' | 'uri-size-removed'; tag: string; value: string };

/** A record as read: `void` where receivers ignore it whole. */
export interface ParsedDmarc {
  record: DmarcRecord;
  void: boolean;
  problems: readonly DmarcProblem[];
}

/** RFC 9989 section 4.8: the version comes first, and its value is written exactly so. */
export const isDmarc = (text: string): boolean => /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);

/** RFC 9989 section 4.8: printable ASCII without the semicolon. */
const isValue = (value: string): boolean => /^[\x20-\x3a\x3c-\x7e]+$/.test(value);

const isPolicy = (value: string): value is DmarcPolicy => ['none', 'quarantine', 'reject'].includes(value);
const isMode = (value: string): value is 'r' | 's' => value === 'r' || value === 's';
const isPsd = (value: string): value is 'y' | 'n' | 'u' => ['y', 'n', 'u'].includes(value);

/** Tags of RFC 7489 that RFC 9989 no longer knows. */
const removed = new Set(['pct', 'rf', 'ri']);
const known = new Set(['v', 'p', 'sp', 'np', 'adkim', 'aspf', 'psd', 't', 'fo', 'rua', 'ruf']);
const failureOptions = new Set(['0', '1', 'd', 's']);

/** Reads one report address, an entry for each place that it leads to; the size behind an exclamation mark is cut off. */
function parseUri(written: string): { uris: DmarcReportUri[]; hasSize: boolean } {
  const [, text = written, size] = /^(.*?)(!\d+[kmgt]?)?$/is.exec(written) ?? [];
  return { uris: reportPlaces(text).map((place) => ({ text, ...place })), hasSize: size !== undefined };
}

class Reader {
  readonly problems: DmarcProblem[] = [];
  readonly #values: ReadonlyMap<string, string>;

  constructor(tags: readonly Tag[]) {
    const values = new Map<string, string>();
    for (const { name: tag, value } of tags) {
      if (removed.has(tag)) this.problems.push({ code: 'tag-removed', tag, value });
      else if (!known.has(tag)) this.problems.push({ code: 'tag-unknown', tag, value });
      if (value === '') this.problems.push({ code: 'value-empty', tag, value });
      else if (isValue(value)) values.set(tag, value);
      else this.problems.push({ code: 'value-invalid', tag, value });
    }
    this.#values = values;
  }

  /** The value of a tag in lower case, where it is one of those that mean something. */
  one<T extends string>(tag: string, means: (value: string) => value is T): T | null {
    const value = this.#values.get(tag);
    if (value === undefined) return null;
    const lower = value.toLowerCase();
    if (means(lower)) return lower;
    this.problems.push({ code: 'value-invalid', tag, value });
    return null;
  }

  uris(tag: 'rua' | 'ruf'): DmarcReportUri[] {
    return (this.#values.get(tag) ?? '').split(',').flatMap((written) => {
      const value = written.trim();
      if (value === '') return [];
      const { uris, hasSize } = parseUri(value);
      if (hasSize) this.problems.push({ code: 'uri-size-removed', tag, value });
      if (uris.some(({ host }) => host === null)) this.problems.push({ code: 'uri-invalid', tag, value });
      return uris;
    });
  }

  failureOptions(): string[] {
    const value = this.#values.get('fo') ?? '0';
    const options = value
      .toLowerCase()
      .split(':')
      .map((option) => option.trim());
    const valid = options.filter((option) => failureOptions.has(option));
    if (valid.length < options.length) this.problems.push({ code: 'value-invalid', tag: 'fo', value });
    return valid.length === 0 ? ['0'] : valid;
  }

  percentage(): number | null {
    const value = this.#values.get('pct');
    return value !== undefined && /^\d{1,3}$/.test(value) && Number(value) <= 100 ? Number(value) : null;
  }
}

/** Reads a DMARC record (RFC 9989 section 4.8), one character an octet. Only for texts that `isDmarc` accepts. */
export function parseDmarc(text: string): ParsedDmarc {
  const { tags: written, malformed } = splitTags(text, /^[a-z]+$/i);
  const tags = written.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  const reader = new Reader(tags);
  const record: DmarcRecord = {
    p: reader.one('p', isPolicy),
    sp: reader.one('sp', isPolicy),
    np: reader.one('np', isPolicy),
    adkim: reader.one('adkim', isMode) ?? 'r',
    aspf: reader.one('aspf', isMode) ?? 'r',
    psd: reader.one('psd', isPsd) ?? 'u',
    testing: reader.one('t', (value): value is 'y' | 'n' => value === 'y' || value === 'n') === 'y',
    fo: reader.failureOptions(),
    rua: reader.uris('rua'),
    ruf: reader.uris('ruf'),
    pct: reader.percentage(),
  };
  const repeated = repeatedNames(tags);
  const problems: DmarcProblem[] = [
    ...malformed.map((part) => ({ code: 'tag-malformed', text: part }) as const),
    ...repeated.map((tag) => ({ code: 'tag-repeated', tag, value: '' }) as const),
    ...reader.problems,
  ];
  return { record, void: repeated.length > 0, problems };
}
