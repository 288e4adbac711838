import { vector8, latin1Bytes } from '../../bytes.ts';
import { printRdata, txtOctets } from '../../dns/rdata.ts';
import { typeCode } from '../../dns/types.ts';
import { maskedValue } from '../mask.ts';
import { redactUrl } from '../../http/message-redact.ts';
import { secretPatterns } from './text-secrets.data.ts';
import { privateKeyIn } from '../../secrets/private-key.ts';
import { isKeyBody, isNoSecret, isToBeRead } from '../../secrets/secret-value.ts';

/** No secret in a DNS text or a mail server's line is longer than this. */
const maxRead = 8_192;

const isMasked = (value: string): boolean => value.startsWith('<redacted ');

/** The text after the beginning of a private key that belongs to it, complete or cut at the end of the text. */
const keyOf = (header: string, body: string): { isOpen: boolean } | null =>
  privateKeyIn(`${header}${body}${header.replace('BEGIN', 'END')}`) ?? privateKeyIn(`${header}${body}`, true);

const isHeader = (shown: string): boolean => shown.startsWith('-----');

const isSecret = (shown: string, value: string): boolean =>
  value !== '' &&
  (isMasked(value) ||
    (isHeader(shown)
      ? keyOf(shown, value)?.isOpen === true
      : !isNoSecret(value) && (/[=:]$/.test(shown) || isKeyBody(value))));

/** What a public text exposes, its value masked; null for nothing. */
export function secretIn(text: string): { what: string; masked: string } | null {
  for (const { what, matches } of secretPatterns) {
    const { 1: shown = '', 2: value = '' } = matches.exec(text.slice(0, maxRead)) ?? [];
    if (isSecret(shown, value)) return { what, masked: `${shown}${isMasked(value) ? value : maskedValue(value)}` };
  }
  return null;
}

/**
 * Text in the form of a secret that is no finding: letters that may be words, a key that a passphrase protects. Masks
 * are wider than findings, and say so in another word: a stored text is judged as the one that was read.
 */
const mayBeSecret = (shown: string, value: string): boolean =>
  isHeader(shown) ? keyOf(shown, value) !== null : value !== '' && !isToBeRead(value);

const withheld = (value: string): string => `<withheld ${value.length} characters>`;

function stored(shown: string, value: string): string {
  if (isMasked(value)) return value;
  if (isSecret(shown, value)) return maskedValue(value);
  return mayBeSecret(shown, value) ? withheld(value) : value;
}

const hide = (text: string, matches: RegExp): string =>
  text.replace(
    new RegExp(matches, `${matches.flags}g`),
    (all: string, shown: string, value: string) => `${all.slice(0, all.length - value.length)}${stored(shown, value)}`,
  );

/** A text as it may be stored: values of secrets, and log-ins and tokens in URLs, give way to their length. */
export const maskSecrets = (text: string): string =>
  secretPatterns.reduce((hidden, { matches }) => hide(hidden, matches), redactUrl(text));

/** The same for a line of a mail server, in which tokens prove nothing either. */
export const maskLine = (line: string): string =>
  maskSecrets(line).replace(
    /(\btoken\s?[=:]\s?)(?!<redacted )(\S{6,1000})/gi,
    (_all, name: string, value: string) => `${name}${maskedValue(value)}`,
  );

const txt = typeCode('TXT');

/** RDATA in presentation format as it may be stored. */
export const storedRdata = (type: number, rdata: Uint8Array): string =>
  type === txt ? maskTexts(printRdata(type, rdata)) : printRdata(type, rdata);

/** The strings of a TXT record in presentation format (RFC 1035 section 3.3.14) as they may be stored: unchanged, unless one is a secret. */
export function maskTexts(data: string): string {
  if (data.startsWith('\\#')) return data;
  const text = txtOctets(data);
  const masked = maskSecrets(text);
  if (masked === text) return data;
  const octets = latin1Bytes(masked);
  const strings = Array.from({ length: Math.ceil(octets.length / 255) }, (_, at) =>
    vector8(octets.subarray(at * 255, (at + 1) * 255)),
  );
  return printRdata(txt, Uint8Array.from(strings.flatMap((one) => [...one])));
}
