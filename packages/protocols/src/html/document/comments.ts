import { isNoSecret } from '../../secrets/secret-value.ts';
import { internalsIn } from '../../http/headers/internals.ts';

/** A comment that discloses something; only the mark is kept, and secrets only as their length. */
export interface MarkedComment {
  mark: 'internal' | 'credential' | 'path' | 'note';
  text: string;
  line: number;
}

const maxComments = 50;
const maxTextCharacters = 120;
/** Length of a comment that is read. */
const maxRead = 8_192;

const credential =
  /\b(passw(?:or)?d|passphrase|pwd|secret|api[_-]?key|access[_-]?key|(?:auth|access|api)[_-]?token|credentials?)\b(\s{0,3}[:=]\s{0,3})(\S{3,200})/gi;
const path = /(?<![\w/.:])\/(?:home|var\/www|var\/lib|etc|usr\/local|srv|opt|Users|mnt)\/[\w.@/-]{1,80}/g;
const note =
  /\b(?:TODO|FIXME|HACK|XXX)\b[^\n]{0,60}\b(?:security|vulnerab\w{1,10}|exploit|insecure|auth\w{0,12}|sanitiz\w{1,4}|escap\w{1,4}|injection|xss|sqli|csrf)\b/gi;

function* marksIn(text: string): Generator<Pick<MarkedComment, 'mark' | 'text'>> {
  for (const [, word, separator, value = ''] of text.matchAll(credential)) {
    if (!isNoSecret(value.replaceAll(/^["'`]|["'`;,.]+$/g, '')))
      yield { mark: 'credential', text: `${word}${separator}<${value.length} characters>` };
  }
  for (const { kind, text: found } of internalsIn(text)) {
    yield { mark: kind === 'Windows path' ? 'path' : 'internal', text: found };
  }
  for (const [found] of text.matchAll(path)) yield { mark: 'path', text: found };
  // The words between may hold anything: only that there is such a note is kept.
  for (const [found] of text.matchAll(note))
    yield { mark: 'note', text: `${/^\w+/.exec(found)?.[0]} … ${/\w+$/.exec(found)?.[0]}` };
}

/** Gathers the marks of comments; one comment gives each text once. */
export class Comments {
  readonly #found = new Map<string, MarkedComment>();

  add(comment: string, line: number): void {
    for (const { mark, text } of marksIn(comment.slice(0, maxRead))) {
      if (this.#found.size >= maxComments) return;
      const cut = text.slice(0, maxTextCharacters);
      if (!this.#found.has(`${mark} ${cut}`)) this.#found.set(`${mark} ${cut}`, { mark, text: cut, line });
    }
  }

  facts(): MarkedComment[] {
    return [...this.#found.values()];
  }
}
