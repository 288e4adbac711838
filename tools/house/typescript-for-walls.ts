// The classic compiler with what the cruiser takes of it. It wants a file's imports alone, so the text after the last of them,
// most of a file, is not parsed, which saves half of the CPU time of the walls.
import typescript from 'typescript-classic';
import { untilLastName } from './last-name.ts';

export const { forEachChild, identifierToKeywordKind, ScriptTarget, SyntaxKind, version } = typescript;

export const createSourceFile: typeof typescript.createSourceFile = (file, text, _, ...rest) => {
  const options = {
    languageVersion: typescript.ScriptTarget.Latest,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  };
  return typescript.createSourceFile(file, untilLastName(text), options, ...rest);
};
