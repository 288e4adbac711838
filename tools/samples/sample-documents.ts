import { goldenSites } from '@perimeter/engine/runner/golden';
import type { DocumentOptions } from '@perimeter/report/pdf/document';
import { createTypesetter, type Typesetter } from '@perimeter/report/pdf/typeset';
import { withPdf } from '@perimeter/report/testing/pdf-tools';
import { sampleReportOf } from '../generate/samples.ts';

/**
 * The recorded sites that differ in kind, for the tests of each day: many issues, nearly none, categories that were not
 * assessed, and a site that was hidden behind a wall.
 */
export const sitesOfEachKind = ['bad.lab', 'good.lab', 'mail-only.lab', 'botwall.lab'] as const;
/** The other recorded sites. */
export const furtherSites = goldenSites().filter((site) => !sitesOfEachKind.some((one) => one === site));

type Detail = NonNullable<DocumentOptions['detail']>;

const options = {
  paper: 'a4',
  verifyUrl: 'https://perimeter.example/verify',
  previous: null,
  certificateSha256: 'ab'.repeat(32),
} as const;

let typesetter: Typesetter | null = null;
const made = new Map<string, Buffer>();
const texts = new Map<string, string>();

/** The document of a recorded site, set once in a process. */
export function sampleDocument(site: string, detail: Detail): Buffer {
  const key = `${site} ${detail}`;
  typesetter ??= createTypesetter();
  const pdf = made.get(key) ?? typesetter.typeset(sampleReportOf(site), { ...options, detail }).pdf;
  made.set(key, pdf);
  return pdf;
}

/** The text of its pages, as they are laid out. */
export function sampleText(site: string, detail: Detail): string {
  const key = `${site} ${detail}`;
  const pdf = sampleDocument(site, detail);
  const text = texts.get(key) ?? withPdf(pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output);
  texts.set(key, text);
  return text;
}
