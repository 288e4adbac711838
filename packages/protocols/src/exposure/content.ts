import { headerValues, type HeaderLines } from '../http/headers/header-list.ts';
import { parseContentType } from '../http/headers/media-type.ts';

/** The beginning of an answer, as far as a test of its content looks. */
export interface FileContent {
  status: number;
  headers: HeaderLines;
  /** One character for each octet, as many as were requested and at least 4 KiB. */
  text: string;
  /** Octets of the whole file, where the answer states them. */
  length: number | null;
}

/** Codes for what the content of a file shows. */
export type FileMark =
  // a credential with a value of its own
  | 'secret'
  // one key of a service, by its format
  | 'key'
  // settings, and no credential among what was read
  | 'no-secret'
  // user name and password in a URL
  | 'userinfo'
  | 'login'
  // a list without an entry
  | 'empty'
  // the tool works without a login
  | 'open'
  | 'content';

/** Prefix in a line of evidence before the time at which a credential expires. */
export const endsWords = ', ends ';

/** A file that its content proves, with what may be quoted of it. */
export interface FileMatch {
  mark: FileMark;
  /** Lines of proof without any value: names, banners of products, counts. */
  proof: readonly string[];
}

/** Tests whether an answer is the file that its path names; null where it is not. */
export type Validator = (content: FileContent) => FileMatch | null;

/** Maximum length of a file that is examined. */
export const maxContentOctets = 4096;

/** Whether a file may go on beyond what was read of it. */
export const isCut = ({ text }: Pick<FileContent, 'text'>): boolean => text.length >= maxContentOctets;

/** Maximum length of a page that may be a directory listing: some servers put their style sheet first. */
export const listOctets = 12 * 1024;

/** Maximum length of an error page: debug pages put their style sheet before the details. */
export const errorOctets = 48 * 1024;

/** Requested length of files that are recognized by their beginning. */
export const beginningOctets = 512;

/**
 * Raw files with other types count by their content; markup rules them out, whatever its type: a text that begins with a tag or
 * a comment of HTML, declarations of XML and openers of PHP apart, and elements near the beginning. Values and rows may hold
 * elements of a text: such count at the beginning of a line.
 */
export const hasMarkup = ({ text }: FileContent): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*<(?:[a-z/]|!--|!doctype)/i.test(text) ||
  /<(?:!doctype|html|head|body)\b|^[\t ]{0,80}<(?:script|div|meta|title|style|p|h1)\b/im.test(text.slice(0, 512));

/** Lines that begin with an element of HTML: files of settings have none, pages sent as text do. */
export const hasElements = ({ text }: FileContent): boolean =>
  /^[\t ]{0,80}<\/?(?:a|body|br|button|center|div|form|footer|h[1-6]|head|header|hr|html|iframe|img|input|label|li|link|main|meta|nav|ol|p|pre|script|section|span|style|svg|table|td|th|title|tr|ul)\b/im.test(
    text,
  );

/** Pages are shown as such by browsers: sent as plain text or JSON, their source is only read. A type may be left out. */
export const isPage = (content: FileContent): boolean =>
  isFound(content) && ['', 'text/html', 'application/xhtml+xml'].includes(essenceOf(content));

/** The media type of an answer without its parameters. */
export const essenceOf = ({ headers }: FileContent): string => parseContentType(headers).value?.essence ?? '';

/** All values of a header in one text. */
export const headerOf = ({ headers }: FileContent, name: string): string => headerValues(headers, name).join(', ');

/** 203 is a 200 that a proxy changed (RFC 9110 section 15.3.4). */
export const isFound = ({ status }: FileContent): boolean => status === 200 || status === 203 || status === 206;

/** A match of a fixed text. */
export const matched = (...proof: readonly string[]): FileMatch => ({ mark: 'content', proof });

/** The first of the fixed texts that the content begins with. */
export const beginning = ({ text }: FileContent, texts: readonly string[]): string | null =>
  texts.find((one) => text.startsWith(one)) ?? null;

/** How many of the tests hold. */
export const countOf = (text: string, tests: readonly RegExp[]): number =>
  tests.filter((test) => test.test(text)).length;

/** Recognizes a page that shows all of these marks. */
export const pageWith =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) =>
    isPage(content) && countOf(content.text, tests) === tests.length ? matched(name) : null;
