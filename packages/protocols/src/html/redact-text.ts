import { starUrlSecrets } from '../http/message-redact.ts';
import { secretsIn } from './secrets.ts';

const starred = (text: string): string => '*'.repeat(text.length);

/** Names of elements that carry a value for a script or a server. */
const carrierName = '[\\w:.-]{0,99}(?:csrf|xsrf|token|nonce|secret|session)';
const isCarrier = new RegExp(carrierName, 'i');
const namesCarrier = new RegExp(`\\b(?:name|id)\\s{0,9}=\\s{0,9}["']?${carrierName}`, 'i');

/** The content of a meta element as it may be stored: tokens against forgery become stars, and so do secrets in addresses. */
export const redactMeta = (name: string, content: string): string =>
  isCarrier.test(name) ? starred(content) : starUrlSecrets(content);

/** A tag that carries a value for a script or a server: hidden inputs, and meta elements for tokens against forgery. */
const carriers = /<(?:input|meta|button)\b[^<>]{0,8192}>/gi;
const isSecretCarrier = (tag: string): boolean =>
  /\btype\s{0,9}=\s{0,9}["']?hidden\b/i.test(tag) || namesCarrier.test(tag);
const carried = /(\b(?:value|content)\s{0,9}=\s{0,9})("[^"]{0,8192}"?|'[^']{0,8192}'?|[^\s"'>]{1,8192})/gi;

/** Names of members and parameters whose values are secrets. */
const named =
  /((?:token|secret|passw(?:or)?d|passwd|api_?-?key|session_?-?id|sessid|signature|jwt|sid|auth(?:orization)?)["']?\s{0,9}[:=]\s{0,9}["']?)([^\s"'<>&;,]{4,8192})/gi;

const mail = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** A private key with its armour, whole or cut. */
const armoured = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^<]{0,16384}?(?:-----END|$)/g;

/** Text that looks random: digits among letters, too long for a word; hashes and nonces of policies are public. */
const drawn = /(?<![\w+/-])[\w+/-]{20,}={0,2}/g;
const isPublic = (run: string): boolean => /^(?:sha(?:256|384|512)|nonce)-/i.test(run);
const isDrawn = (run: string): boolean =>
  (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)) ||
  (/\d/.test(run) && /[a-f]/i.test(run) && /[0-9a-f]{24}/i.test(run));

/**
 * The text of a page as it may be stored: keys, tokens, values of hidden fields and mail addresses become stars. Its length
 * and every position in it stay as they were. Time is linear in the text.
 */
export function redactText(text: string): string {
  const redacted = text
    .replace(carriers, (tag) =>
      isSecretCarrier(tag)
        ? tag.replace(carried, (_all, before: string, value: string) => `${before}${starred(value)}`)
        : tag,
    )
    .replace(armoured, starred)
    .replace(named, (_all, before: string, value: string) => `${before}${starred(value)}`)
    .replace(mail, starred)
    .replace(drawn, (run) => (isDrawn(run) && !isPublic(run) ? starred(run) : run));
  // Whatever still has the form of a provider's key leaves no part of the text behind.
  return secretsIn(redacted).some(({ isPrivate, masked }) => isPrivate && masked.includes('<'))
    ? starred(redacted)
    : redacted;
}
