import { hostOf } from './domain/host-of.ts';

/** One place that an address of reports leads to. */
export interface ReportPlace {
  /** In lower case, without the colon; null where the text is no URI. */
  scheme: string | null;
  /** Host of a mailbox or web address in A-labels and lower case; null where there is none. */
  host: string | null;
}

/** Characters of a URI (RFC 3986 section 2): unreserved, reserved, and octets in percent-encoding. */
const isUri = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i.test(text);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Mailboxes between commas; one in quotes may hold commas and at signs (RFC 5322 section 3.2.4). */
const mailboxesIn = (list: string): string[] => list.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/gu) ?? [];

const hostOfMailbox = (mailbox: string): string | null => {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/su.exec(mailbox.trim()) ?? [];
  return local === '' ? null : hostOf(domain);
};

/** Header fields of a mailto address that name further recipients (RFC 6068 section 2). */
const recipientFields: ReadonlySet<string> = new Set(['to', 'cc', 'bcc']);

/** The hosts of all recipients of a mailto address, however they are spelt (RFC 6068 section 2). */
function mailHosts(rest: string): (string | null)[] {
  const [path = '', query = ''] = rest.split(/\?(.*)/su);
  const fields = query.split('&').map((field) => field.split(/=(.*)/su));
  const more = fields.filter(([name = '']) => recipientFields.has((decoded(name) ?? '').toLowerCase()));
  const lists = [path, ...more.map(([, value = '']) => value)].filter(
    (list, at) => at > 0 || list !== '' || more.length === 0,
  );
  return lists.flatMap((list) => mailboxesIn(decoded(list) ?? '')).map(hostOfMailbox);
}

function webHost(rest: string): string | null {
  const [, host = ''] = /^\/\/(?:[^/?#@]*@)?([^/?#:]+)/su.exec(rest) ?? [];
  return hostOf(decoded(host) ?? '');
}

/** The places that an address of reports leads to, at least one; by RFC 3986 and RFC 6068. */
export function reportPlaces(text: string): ReportPlace[] {
  const [, written, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/isu.exec(text) ?? [];
  if (written === undefined || !isUri(text)) return [{ scheme: null, host: null }];
  const scheme = written.toLowerCase();
  if (scheme !== 'mailto') return [{ scheme, host: webHost(rest) }];
  const hosts = [...new Set(mailHosts(rest))];
  return (hosts.length === 0 ? [null] : hosts).map((host) => ({ scheme, host }));
}
