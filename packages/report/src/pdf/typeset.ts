import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import path from 'node:path';
import type { Report } from '@perimeter/contract/report';
import { type DocumentOptions, documentData } from './document.ts';
import { spelledOut } from './last-resort.ts';
import { packed } from './packed.ts';
import { fontFolder } from './printable.ts';

const workspace = path.resolve(import.meta.dirname, '../../typst');
const template = path.join(workspace, 'report.typ');

/** Conformance: PDF/A-3a with the report attached (ISO 19005-3), or PDF/UA-1 (ISO 14289-1), which only tests render. */
export type PdfStandard = 'a-3a' | 'ua-1';

/** A document before it is signed. */
export interface TypesetDocument {
  pdf: Buffer;
  pages: number;
  /** SHA-256 of the attached report in hexadecimal. */
  hash: string;
  /** Why non-ASCII characters had to be escaped, in ASCII; null in the normal case. */
  problem: string | null;
}

/** Renders reports; throws if template and data do not match, which is an internal error. */
export interface Typesetter {
  /** Makes the report's canonical JSON unless given. */
  typeset: (
    report: Report,
    options: DocumentOptions & { standard?: PdfStandard },
    canonical?: string,
  ) => TypesetDocument;
}

/** How many generations of the typesetter's cache are kept: enough for the template only. */
const cacheGenerations = 2;

const asciiOnly = (text: string): string => text.replaceAll(/[^\u0020-\u007e]/g, '?').slice(0, 400);

/** Makes a typesetter with loaded fonts, which takes about half a second. */
export function createTypesetter(): Typesetter {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: [fontFolder] }] });
  const attempt = (data: unknown, standard: PdfStandard): { pdf: Buffer; pages: number } => {
    compiler.mapShadow(path.join(workspace, 'data.json'), Buffer.from(JSON.stringify(data)));
    try {
      const compiled = compiler.compile({ mainFilePath: template });
      const { result } = compiled;
      if (result === null) {
        const diagnostics = compiled.takeDiagnostics();
        const reasons: unknown = diagnostics === null ? [] : compiler.fetchDiagnostics(diagnostics);
        throw new Error(`Rendering the document failed: ${JSON.stringify(reasons)}`);
      }
      return { pdf: packed(compiler.pdf(result, { pdfStandard: standard })), pages: result.numOfPages };
    } finally {
      compiler.evictCache(cacheGenerations);
    }
  };
  return {
    typeset: (report, { standard = 'a-3a', ...options }, canonicalJson) => {
      const { data, canonical, hash } = documentData(report, options, canonicalJson);
      compiler.mapShadow(path.join(workspace, 'report.json'), Buffer.from(canonical));
      try {
        return { ...attempt(data, standard), hash, problem: null };
      } catch (error) {
        const problem = asciiOnly(error instanceof Error ? error.message : String(error));
        return { ...attempt(spelledOut(data), standard), hash, problem };
      }
    },
  };
}
