import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A citation of a document. */
export interface Citation {
  /** `RFC 9846`, or the name of a draft. */
  id: string;
  place: string;
}

// "RFC 9846", "rfc9846" in an address, and the further numbers of "RFC 2246, 4346 and 5246".
const series = /\brfcs?[ -]?0*([1-9]\d{2,4})\b((?:(?:, | and |, and )[1-9]\d{2,4}\b(?![.\d-]))*)/gi;
const draft = /\bdraft-[a-z][a-z0-9]*(?:-[a-z0-9]+)+/g;

/** What a text cites. */
export function citedIn(text: string): string[] {
  const numbers = [...text.matchAll(series)].flatMap(([, first = '', more = '']) => [
    first,
    ...(more.match(/\d+/g) ?? []),
  ]);
  // A draft is cited with its version or without it.
  const drafts = (text.match(draft) ?? []).map((name) => name.replace(/-\d{2}$/, ''));
  return [...numbers.map((number) => `RFC ${number}`), ...drafts];
}

// Third-party data, recorded reports, this table itself, and the project's history.
const skipped =
  /^(?:CHANGELOG\.md|package-lock\.json|docs\/samples\/|packages\/engine\/golden\/|tools\/standards\/|packages\/report\/(?:fonts|src\/testing\/schemas)\/|apps\/server\/src\/testing\/kept\/)|\.(?:png|svg|pdf|ttf|otf|woff2|gz|bin)$/;

/** Every citation in files tracked by git, line by line. */
export function citations(root: string): Citation[] {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\0')
    .filter((file) => file !== '' && !skipped.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => citedIn(line).map((id) => ({ id, place: `${file}:${index + 1}` }))),
    );
}
