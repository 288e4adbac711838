import type { FileContent, FileMatch, Validator } from './content.ts';
import { configurationFiles } from './configurations.ts';
import { credentialFiles } from './credentials.ts';
import { dumpFiles } from './dumps.ts';
import { interfaceFiles } from './interfaces.ts';
import { logFiles } from './logs.ts';
import { manifestFiles } from './manifests.ts';
import { repositoryFiles } from './repositories.ts';
import { statusPages } from './status-pages.ts';

const validators = {
  ...credentialFiles,
  ...configurationFiles,
  ...repositoryFiles,
  ...dumpFiles,
  ...logFiles,
  ...manifestFiles,
  ...statusPages,
  ...interfaceFiles,
} satisfies Record<string, Validator>;

/** The kind of a file, by the name of its content test. */
export type FileKind = keyof typeof validators;

/** A text without its byte order mark; UTF-16, as tools for Windows write it, loses its empty octets. */
function withoutMark(text: string): string {
  if (text.startsWith('\u00ef\u00bb\u00bf')) return text.slice(3);
  return text.startsWith('\u00ff\u00fe') ? text.slice(2).replaceAll('\0', '') : text;
}

/** Whether an answer is a file of this kind, with what may be quoted of it; time is linear in the content. */
export const matchFile = (kind: FileKind, content: FileContent): FileMatch | null =>
  validators[kind]({ ...content, text: withoutMark(content.text) });

/** The kinds of files as which an answer to a path that no site has would pass; a login may stand anywhere. */
export const kindsMatching = (kinds: Iterable<FileKind>, content: FileContent): FileKind[] =>
  [...kinds].filter((kind) => {
    const match = matchFile(kind, content);
    return match !== null && match.mark !== 'login';
  });

/** Every kind of file that is known. */
export const fileKinds = Object.keys(validators) as readonly FileKind[];
