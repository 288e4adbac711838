import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import path from 'node:path';
import type { Report } from '@perimeter/contract/report';
import { type DocumentOptions, documentData } from './document.ts';
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
}

/** Sets reports; throws where the template and its data do not go together, which is a defect of ours. */
export interface Typesetter {
  typeset: (report: Report, options: DocumentOptions & { standard?: PdfStandard }) => TypesetDocument;
}

/** Generations of the typesetter's cache that are kept: enough for the template, not for the documents. */
const cacheGenerations = 2;

/** A typesetter with its fonts loaded; making one takes about half a second. */
export function createTypesetter(): Typesetter {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: [fontFolder] }] });
  return {
    typeset: (report, { standard = 'a-3a', ...options }) => {
      const { data, canonical, hash } = documentData(report, options);
      compiler.mapShadow(path.join(workspace, 'data.json'), Buffer.from(JSON.stringify(data)));
      compiler.mapShadow(path.join(workspace, 'report.json'), Buffer.from(canonical));
      const compiled = compiler.compile({ mainFilePath: template });
      const { result } = compiled;
      if (result === null) {
        const diagnostics = compiled.takeDiagnostics();
        const reasons: unknown = diagnostics === null ? [] : compiler.fetchDiagnostics(diagnostics);
        throw new Error(`The document could not be set: ${JSON.stringify(reasons)}`);
      }
      const pdf = compiler.pdf(result, { pdfStandard: standard });
      const pages = result.numOfPages;
      compiler.evictCache(cacheGenerations);
      return { pdf, pages, hash };
    },
  };
}
