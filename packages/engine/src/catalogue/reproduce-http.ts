import type { Answer } from '../evidence/http/answer.ts';
import type { Location } from './outcome.ts';

/** Characters that are safe outside of shell quotes. */
const plain = /^[A-Za-z0-9._:-]+$/;

/** URL characters that are literal inside single quotes. */
const plainUrl = /^https?:\/\/[A-Za-z0-9._:@%+,/[\]~!?&=;#-]+$/;

/** The URL at the address that was tested, as arguments of curl; null where one of them is not safe to paste. */
function curlTarget({ host, address, url }: Location): string | null {
  if (url === undefined || !plainUrl.test(url) || !URL.canParse(url)) return null;
  const port = new URL(url).port || (url.startsWith('https:') ? '443' : '80');
  const shown = address?.includes(':') === true ? `[${address}]` : address;
  const resolve =
    shown === undefined || !plain.test(shown) || !plain.test(host) ? '' : ` --resolve ${host}:${port}:${shown}`;
  return `${resolve} ${/[?&;#!~]/.test(url) ? `'${url}'` : url}`;
}

/** `curl` for the response head of one URL at the address that was tested; null where URL or address is not safe to paste. */
export function curlLine(location: Location, ...options: readonly string[]): string | null {
  const target = curlTarget(location);
  const given = options.map((option) => ` ${option}`).join('');
  return target === null ? null : `Reproduce: curl -sk -o /dev/null -D -${given}${target}`;
}

/** `curl` for the lines of a document that match a grep pattern; the pattern must not contain quotes. */
export function bodyLine(location: Location, pattern: string, ...options: readonly string[]): string | null {
  const target = curlTarget(location);
  const given = options.map((option) => ` ${option}`).join('');
  return target === null ? null : `Reproduce: curl -sk --compressed${given}${target} | grep -aioE '${pattern}'`;
}

/** `curl` for a text file with its response head, with escaped control characters and byte order marks. */
export function textFileLine(location: Location): string | null {
  const target = curlTarget(location);
  return target === null ? null : `Reproduce: curl -ski --compressed${target} | cat -v | head -n 40`;
}

/** grep pattern for traces of the languages that `traceIn` recognizes, for `bodyLine`. */
export const traceMark =
  'at [^ ]+ ?[(]|traceback|fatal error.*|uncaught .*|goroutine [0-9]+ .running.|[^ >(]+[.](java|kt|scala|groovy|rb|[cm]?[jt]s|php)(:| on line )(<b>)?[0-9]+';

/** `curl` with certificate validation, as in browsers: it prints why the certificate or connection fails. */
export function strictLine(location: Location): string | null {
  const target = curlTarget(location);
  return target === null ? null : `Reproduce: curl -sS -o /dev/null --connect-timeout 9${target}`;
}

/** grep pattern for what identifies a page: title, first heading, password fields, error names. */
const pageMarks = '<title>[^<]*|<h1[^>]*>[^<]*|type=.?password|[a-z.]*(exception|error|traceback)[^<]*';

/** The part of a proof line that appears verbatim in the content; empty for lines in prose. */
const written = (line: string): string => line.replace(/ ?<.*$/u, '').replace(/[:=] ?$/u, '');

/** grep pattern that shows the content is of the claimed kind: the names of secrets, never their values. */
function marksOf(type: string, secrets: readonly string[] | null): string {
  if (secrets !== null) {
    const names = secrets.map(written).filter((name) => plainText.test(name));
    return ` | grep -aoi -e '^HTTP/.*'${names.map((name) => ` -e '${name.replaceAll(/[.*]/g, '[$&]')}'`).join('')}`;
  }
  // For other content, print the beginning with terminal control characters escaped.
  return /html/i.test(type)
    ? ` | grep -aoiE '^HTTP/.*|${pageMarks}'`
    : " | cat -v | sed -n '1p;/^^M$/,$p' | head -c 400";
}

/** `curl` for the status of one URL and the identifying part of its content; secrets: proof lines of which only the names are printed. */
export function contentLine(
  location: Location,
  { type, secrets }: { type: string; secrets: readonly string[] | null },
  ...options: readonly string[]
): string | null {
  const target = curlTarget(location);
  const given = options.map((option) => ` ${option}`).join('');
  return target === null ? null : `Reproduce: curl -ski${given}${target}${marksOf(type, secrets)}`;
}

/** `curl` for the elements of a document that contain a text, or for the text itself outside of elements. */
export function elementLine(location: Location, text: string): string | null {
  const target = plainText.test(text) ? curlTarget(location) : null;
  const pattern = `(<[^<>]*)?${text.replaceAll(/[.+*?()]/g, '[$&]')}[^<>]*>?`;
  // An element may span several lines.
  return target === null
    ? null
    : `Reproduce: curl -sk --compressed${target} | tr '\\n\\r' '  ' | grep -aoE '${pattern}'`;
}

/** What a shell and `grep` take literally inside single quotes. */
const plainText = /^[A-Za-z0-9._:/@+<>#=",!*()?& -]{3,120}$/;

/** `curl` for the places of a document at which a text stands; null where one of them is not safe to paste. */
export function textLine(location: Location, text: string): string | null {
  const target = plainText.test(text) ? curlTarget(location) : null;
  return target === null ? null : `Reproduce: curl -sk --compressed${target} | grep -anoF -e '${text}'`;
}

/**
 * Characters that are literal in a Python string within double shell quotes. Python is used because curl stops reading
 * a response head at the first NUL byte.
 */
const inPython = /^https?:\/\/[A-Za-z0-9._:@%+,/[\]~?&=;#-]+$/;

function rawHeadLine({ host, address, url }: Location): string | null {
  if (url === undefined || !inPython.test(url) || !plain.test(host)) return null;
  const { protocol, port, pathname, search } = new URL(url);
  const isTls = protocol === 'https:';
  const peer = address !== undefined && plain.test(address) ? address : host;
  const program = [
    `import socket${isTls ? ',ssl' : ''}`,
    `s = socket.create_connection(('${peer}', ${port || (isTls ? '443' : '80')}), 9)`,
    ...(isTls ? [`s = ssl._create_unverified_context().wrap_socket(s, server_hostname='${host}')`] : []),
    `s.sendall(b'GET ${pathname}${search} HTTP/1.1\\r\\nHost: ${host}\\r\\nConnection: close\\r\\n\\r\\n')`,
    "print(*s.makefile('rb').read().split(b'\\r\\n\\r\\n')[0].split(b'\\r\\n'), sep='\\n')",
  ].join('; ');
  return `Reproduce: python3 -c "${program}"`;
}

/** The command that prints a response head such as this one. Heads with U+FFFD had a NUL byte, at which curl stops. */
export const headLine = (location: Location, { headers }: Pick<Answer, 'headers'>): string | null =>
  headers.some(([, value]) => value.includes('\ufffd')) ? rawHeadLine(location) : curlLine(location);
