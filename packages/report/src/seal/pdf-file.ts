/** The PDF lacks the structure that our own files have. */
export class PdfStructureError extends Error {
  override readonly name = 'PdfStructureError';
}

/** The trailer of a cross-reference section (ISO 32000-2 section 7.5.5), as far as needed. */
interface Trailer {
  size: number;
  root: number;
  info: number;
  /** The elements of /ID as written, and the first of them. */
  ids: string;
  firstId: string;
  previous: number | null;
}

/** A revision of a file: the offsets of its objects, and its trailer. */
interface Section {
  /** The offset of its cross-reference table. */
  offset: number;
  offsets: Map<number, number>;
  trailer: Trailer;
}

const number = (text: string, pattern: RegExp, what: string): number => {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new PdfStructureError(`The trailer has no ${what}`);
  return Number(found);
};

function readTrailer(text: string): Trailer {
  const [, ids, firstId] = /\/ID \[((\([^()]*\))[^\]]*)\]/u.exec(text) ?? [];
  if (ids === undefined || firstId === undefined) throw new PdfStructureError('The trailer has no file identifier');
  const previous = /\/Prev (\d+)/u.exec(text)?.[1];
  return {
    size: number(text, /\/Size (\d+)/u, '/Size'),
    root: number(text, /\/Root (\d+) 0 R/u, '/Root'),
    info: number(text, /\/Info (\d+) 0 R/u, '/Info'),
    ids,
    firstId,
    previous: previous === undefined ? null : Number(previous),
  };
}

/** Each table entry has exactly this length (ISO 32000-2 section 7.5.4). */
const entryLength = 20;

function readSection(text: string, offset: number): Section {
  if (!text.startsWith('xref\n', offset)) throw new PdfStructureError('There is no cross-reference table');
  const offsets = new Map<number, number>();
  let at = offset + 'xref\n'.length;
  for (;;) {
    const header = /^(\d{1,7}) (\d{1,7})\s*\n/u.exec(text.slice(at, at + 20));
    if (header === null) break;
    at += header[0].length;
    const [first, count] = [Number(header[1]), Number(header[2])];
    for (let index = 0; index < count; index += 1, at += entryLength) {
      const entry = /^(\d{10}) \d{5} ([nf])/u.exec(text.slice(at, at + entryLength));
      if (entry === null) throw new PdfStructureError(`Entry ${first + index} of the cross-reference table is invalid`);
      if (entry[2] === 'n') offsets.set(first + index, Number(entry[1]));
    }
  }
  if (!text.startsWith('trailer', at)) throw new PdfStructureError('A cross-reference table without a trailer');
  const end = text.indexOf('startxref', at);
  return { offset, offsets, trailer: readTrailer(text.slice(at, end < 0 ? undefined : end)) };
}

/** More revisions than any report has. */
const maxRevisions = 8;

/** A PDF with classic cross-reference tables, read from its end, as Latin-1 text, so that indexes are byte offsets. */
export class PdfFile {
  readonly text: string;
  /** Newest first. */
  readonly sections: readonly Section[];

  /** Throws PdfStructureError. */
  constructor(bytes: Uint8Array) {
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const tail = /startxref\n(\d{1,10})\n%%EOF\n?$/u.exec(this.text.slice(-64));
    if (tail === null) throw new PdfStructureError('The end of the file is not valid PDF');
    const sections: Section[] = [];
    for (let offset: number | null = Number(tail[1]); offset !== null;) {
      if (sections.length >= maxRevisions || sections.some((seen) => seen.offset === offset)) {
        throw new PdfStructureError('Too many revisions');
      }
      const section = readSection(this.text, offset);
      sections.push(section);
      offset = section.trailer.previous;
    }
    this.sections = sections;
  }

  get newest(): Section {
    const [first] = this.sections;
    if (first === undefined) throw new PdfStructureError('No revision');
    return first;
  }

  /** The offset of an object's contents, in its newest revision. */
  startOf(object: number): number {
    const offset = this.sections.find(({ offsets }) => offsets.has(object))?.offsets.get(object);
    const head = `${object} 0 obj\n`;
    if (offset === undefined || !this.text.startsWith(head, offset)) {
      throw new PdfStructureError(`Object ${object} is not at the position in the table`);
    }
    return offset + head.length;
  }

  /** The contents between `obj` and `endobj`, or the beginning of the stream. */
  contents(object: number): string {
    const start = this.startOf(object);
    const end = this.text.indexOf('\nendobj', start);
    if (end < 0) throw new PdfStructureError(`Object ${object} has no end`);
    return this.text.slice(start, end);
  }

  /** The dictionary of a stream object, and its stored bytes. */
  stream(object: number): { dictionary: string; bytes: Buffer } {
    const start = this.startOf(object);
    const keyword = this.text.indexOf('\nstream\n', start);
    if (keyword < 0) throw new PdfStructureError(`Object ${object} is not a stream`);
    const dictionary = this.text.slice(start, keyword);
    const length = number(dictionary, /\/Length (\d+)/u, '/Length');
    const from = keyword + '\nstream\n'.length;
    return { dictionary, bytes: Buffer.from(this.text.slice(from, from + length), 'latin1') };
  }
}

/** The object that a dictionary references under a key. */
export function reference(dictionary: string, pattern: RegExp, what: string): number {
  const found = pattern.exec(dictionary)?.[1];
  if (found === undefined) throw new PdfStructureError(`There is no ${what}`);
  return Number(found);
}

/** Groups ascending numbers into consecutive runs. */
export function runsOf(numbers: Iterable<number>): number[][] {
  const runs: number[][] = [];
  for (const one of [...numbers].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === one - 1) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** A cross-reference section, with one subsection per run of object numbers, after an optional first one. */
export function classicTable(offsets: ReadonlyMap<number, number>, first = ''): string {
  const entry = (object: number): string => `${String(offsets.get(object)).padStart(10, '0')} 00000 n \n`;
  const sections = runsOf(offsets.keys()).map((run) => `${run[0]} ${run.length}\n${run.map(entry).join('')}`);
  return `xref\n${first}${sections.join('')}`;
}
