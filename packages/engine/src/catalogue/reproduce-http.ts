import type { Answer } from '../evidence/http/answer.ts';
import type { Location } from './outcome.ts';

/** Letters that no shell reads as anything else. */
const plain = /^[A-Za-z0-9._:-]+$/;

/** What a shell takes literally inside single quotes, as far as URLs have it. */
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

/** `curl` for what of a document matches a pattern of grep, without quotes in it. */
export function bodyLine(location: Location, pattern: string, ...options: readonly string[]): string | null {
  const target = curlTarget(location);
  const given = options.map((option) => ` ${option}`).join('');
  return target === null ? null : `Reproduce: curl -sk --compressed${given}${target} | grep -aioE '${pattern}'`;
}

/** `curl` for a file of text with its head, in which marks and control characters are seen. */
export function textFileLine(location: Location): string | null {
  const target = curlTarget(location);
  return target === null ? null : `Reproduce: curl -ski --compressed${target} | cat -v | head -n 40`;
}

/** What of a document is a trace of the languages that `traceIn` knows, for `bodyLine`. */
export const traceMark =
  'at [^ ]+ ?[(]|traceback|fatal error.*|uncaught .*|goroutine [0-9]+ .running.|[^ >(]+[.](java|kt|scala|groovy|rb|[cm]?[jt]s|php)(:| on line )(<b>)?[0-9]+';

/** `curl` as browsers are: it says why a certificate or a connection fails. */
export function strictLine(location: Location): string | null {
  const target = curlTarget(location);
  return target === null ? null : `Reproduce: curl -sS -o /dev/null --connect-timeout 9${target}`;
}

/** What shows what a page is: its title, its first heading, fields for passwords, the names of errors. */
const pageMarks = '<title>[^<]*|<h1[^>]*>[^<]*|type=.?password|[a-z.]*(exception|error|traceback)[^<]*';

/** The part of a line of proof that stands in the content as it is; none of those that say it in words. */
const written = (line: string): string => line.replace(/ ?<.*$/u, '').replace(/[:=] ?$/u, '');

/** What of the content shows that it is what the proof says: the names of secrets, never a value. */
function marksOf(type: string, secrets: readonly string[] | null): string {
  if (secrets !== null) {
    const names = secrets.map(written).filter((name) => plainText.test(name));
    return ` | grep -aoi -e '^HTTP/.*'${names.map((name) => ` -e '${name.replaceAll(/[.*]/g, '[$&]')}'`).join('')}`;
  }
  // Of other content the beginning, with what terminals would obey made visible.
  return /html/i.test(type)
    ? ` | grep -aoiE '^HTTP/.*|${pageMarks}'`
    : " | cat -v | sed -n '1p;/^^M$/,$p' | head -c 400";
}

/** `curl` for the status of one URL, and what in its content shows what it is; secrets: lines of proof of which names alone are shown. */
export function contentLine(
  location: Location,
  { type, secrets }: { type: string; secrets: readonly string[] | null },
  ...options: readonly string[]
): string | null {
  const target = curlTarget(location);
  const given = options.map((option) => ` ${option}`).join('');
  return target === null ? null : `Reproduce: curl -ski${given}${target}${marksOf(type, secrets)}`;
}

/** `curl` for the elements of a document in which a text stands, and the text where it stands outside of any. */
export function elementLine(location: Location, text: string): string | null {
  const target = plainText.test(text) ? curlTarget(location) : null;
  const pattern = `(<[^<>]*)?${text.replaceAll(/[.+*?()]/g, '[$&]')}[^<>]*>?`;
  // An element may go over several lines.
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

/** Python reads a head to its end where curl stops at the first byte 0; in double quotes, where a shell reads these letters only. */
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

/** The command for the response head of a place whose answer was like this one; a reader of heads puts U+FFFD where byte 0 was. */
export const headLine = (location: Location, { headers }: Pick<Answer, 'headers'>): string | null =>
  headers.some(([, value]) => value.includes('\ufffd')) ? rawHeadLine(location) : curlLine(location);
