import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A PDF object in qpdf's JSON (version 2): names begin with a slash, text with `u:`, references end in ` R`. */
export type PdfValue = null | boolean | number | string | PdfValue[] | { [key: string]: PdfValue };
export interface PdfDictionary {
  [key: string]: PdfValue;
}

/** The objects of a file; references are resolved on access. */
export interface PdfObjects {
  catalog: PdfDictionary;
  trailer: PdfDictionary;
  /** All dictionaries of the file, including nested ones and those of streams. */
  dictionaries: PdfDictionary[];
  follow: (value: PdfValue | undefined) => PdfValue;
  dictionary: (value: PdfValue | undefined) => PdfDictionary;
  list: (value: PdfValue | undefined) => PdfValue[];
}

const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* dictionariesIn(value: PdfValue): Generator<PdfDictionary> {
  if (Array.isArray(value)) for (const item of value) yield* dictionariesIn(item);
  else if (isDictionary(value)) {
    yield value;
    for (const member of Object.values(value)) yield* dictionariesIn(member);
  }
}

function qpdfJson(pdf: Uint8Array): PdfDictionary {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-pdf-'));
  try {
    const file = path.join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    const { stdout } = spawnSync('qpdf', ['--json=2', '--json-key=qpdf', file], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    const read: { qpdf: [PdfDictionary, PdfDictionary] } = JSON.parse(stdout);
    return read.qpdf[1];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads a file with qpdf. */
export function pdfObjects(pdf: Uint8Array): PdfObjects {
  const entries = qpdfJson(pdf);
  const contents = (entry: PdfValue | undefined): PdfValue => {
    if (!isDictionary(entry)) return null;
    const { value, stream } = entry;
    return value ?? (isDictionary(stream) ? (stream['dict'] ?? null) : null);
  };
  const follow = (value: PdfValue | undefined): PdfValue =>
    typeof value === 'string' && /^\d+ \d+ R$/u.test(value) ? contents(entries[`obj:${value}`]) : (value ?? null);
  const dictionary = (value: PdfValue | undefined): PdfDictionary => {
    const found = follow(value);
    return isDictionary(found) ? found : {};
  };
  const trailer = dictionary(contents(entries['trailer']));
  return {
    trailer,
    catalog: dictionary(trailer['/Root']),
    dictionaries: Object.entries(entries).flatMap(([, entry]) => [...dictionariesIn(contents(entry))]),
    follow,
    dictionary,
    list: (value) => {
      const found = follow(value);
      return Array.isArray(found) ? found : [];
    },
  };
}
