import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import path from 'node:path';
import type { Report } from '@perimeter/contract/report';
import { type DocumentOptions, documentData } from './document.ts';
import { spelledOut } from './last-resort.ts';
import { packed } from './packed.ts';
import { fontFolder } from './printable.ts';

const workspace = path.resolve(import.meta.dirname, '../../typst');
const template = path.join(workspace, 'report.typ');

/** Conformance of the file: PDF/A-3a with the report attached (ISO 19005-3), or PDF/UA-1 (ISO 14289-1), which tests compile too. */
export type PdfStandard = 'a-3a' | 'ua-1';

/** A document before it is signed. */
export interface TypesetDocument {
  pdf: Buffer;
  pages: number;
  /** SHA-256 of the attached report, hex. */
  hash: string;
  /** Why everything but ASCII had to be spelt out, in ASCII; null, as it should be, where nothing had to. */
  problem: string | null;
}

/** Sets reports; throws where the template and its data do not go together, which is a defect of ours. */
export interface Typesetter {
  /** The report's canonical JSON is made where it is not given. */
  typeset: (
    report: Report,
    options: DocumentOptions & { standard?: PdfStandard },
    canonical?: string,
  ) => TypesetDocument;
}

/** Generations of the typesetter's cache that are kept: enough for the template, not for the documents. */
const cacheGenerations = 2;

const asciiOnly = (text: string): string => text.replaceAll(/[^\u0020-\u007e]/g, '?').slice(0, 400);

/** A typesetter with its fonts loaded; making one takes about half a second. */
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
