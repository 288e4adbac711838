import { decoded, passwordIn, userOf } from './addresses.ts';
import { octetsOf } from './octets.ts';
import { isFiller, isRandom } from './filler.ts';
import { isGuessable } from './guessable.ts';
import { privateKeyIn } from './private-key.ts';
import {
  fillWords,
  foreignOrders,
  foreignPasswords,
  foreignWords,
  googleKey,
  keyForms,
  orders,
  warnings,
  pageTokenName,
  paidName,
  plainWords,
  publicName,
  publicPrefix,
  publicValues,
  samplePhrases,
  sampleValues,
  valuePrefix,
} from './secret-value.data.ts';
import { wordsOf } from './words-of.ts';
import { latin1Bytes } from '../bytes.ts';

/** Words as in templates: letters with signs between, and at most a number after them. */
const templateWords = String.raw`(?:[A-Za-z\u0080-\uffff]+\d{0,2}|\d{1,4})(?:[ _.,:'’()/|-]+(?:[A-Za-z\u0080-\uffff]+\d{0,2}|\d{1,4}))*[ .!?…]{0,3}`;

/** Complete templates, because passwords contain single signs of them, too. */
const templates: readonly RegExp[] = [
  /^(?:(?:\$\{[^}]*\}[\s:@/._-]{0,4})+|\$\{[^}]*|\$\([^)]*\)?|\{\{.*\}\}|\{%.*%\}|<%.*%>|<\?.*\?>|#\{[^}]*\}|@[A-Za-z_.]+@)$/,
  /^\$[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
  // Windows and Symfony
  /^%(?:[A-Z]+(?:_[A-Z0-9]+)*|env\(.*\)|[a-z]+(?:[._][a-z]+)+)%$/,
  // Hashes of passwords (crypt(5), with the signs that Compose doubles, LDAP, Dovecot, Spring, Django), and variables of PHP
  /^\$\$?(?:[156y]|2[abxy]?|apr1|argon2\w{0,2}|pbkdf2[\w-]*|scrypt)\$\S+$|^(?:pbkdf2_\w+|bcrypt\w*|argon2)\$\S+$|^\{\$.*\}$/,
  /^\{(?:(?:S?SHA[\d-]*|S?MD[45]|BLF|DES)(?:-?CRYPT|\.\w+)?|CRYPT|ldap|(?:bcrypt|s?crypt|pbkdf2|argon2)\w*(?:@\w+)?)\}\S+$/i,
  // Formats of Python and C, and what deployments replace
  /^%(?:\(\w{1,64}\))?[sdr]$|^%\{[^}]*\}$|^(?:%%|@@)\w+(?:%%|@@)$|^#\{[^}]*\}#$/,
  // Types of columns, and selectors of forms
  /^(?:(?:var)?char|varbinary|text)\(\d{1,5}\)$|^[a-z]{1,12}\[[a-z-]{1,20}=["']?[\w-]{1,40}["']?\]$/i,
  new RegExp(`^(?:<${templateWords}>|\\{${templateWords}\\}|\\[${templateWords}\\])$`),
];

/** References to a value elsewhere, and encrypted values. */
const references =
  /^(?:process\.env\b.*|import\.meta\.env\b.*|getenv\b.*|env\(.*|os\.(?:environ|getenv)\b.*|ENV\[.*|ENC[([].*|\{cipher\}.*|encrypted:.*|vault:.*|(?:ssm|secretsmanager|secretmanager|keyvault|k8s|kms|sops|doppler|infisical|conjur):.*|(?:aws|gcp|azure|k8s|kubernetes|hashicorp):[\w-]+:.*|`?cat [~./$\w-]*\/.*|`?(?:op (?:read|item)|aws [a-z]+ [a-z-]+ --|vault (?:read|kv)|gcloud secrets|kubectl get|pass show|sops -d)\b.*|secretref:.*|[^]{0,40}(?:\b(?:openssl rand|artisan key:generate|rails secret|rake secret|npx auth secret|pwgen -|head -c ?\d|python3? -c|node -[ep])|\/dev\/u?random)\b.*|arn:aws[\w-]*:.*|file:.*|registry:HK.*|\[enc:.*|@Microsoft\.KeyVault\(.*|projects\/[\w-]+\/secrets\/.*|!(?:Ref|Sub|GetAtt|ImportValue|Join|Select|FindInMap|vault|secret|env(?:_var)?|include|reference)\b.*|\*id\d{3})$/i;

/** Addresses without a log-in or parameters: the place of a value, not the value. */
const address = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^\s@?]*$/i;

/** Paths of two segments or more, or of a file by its ending. */
const path =
  /^(?:(?:~|\.{1,2}|%[\w.]+%|\$\{?\w+\}?)?(?:\/[\w.@-]+){2,}\/?|[A-Z]:\\[\w .\\@-]+|[\w.-]+(?:\/[\w.-]+)*\.(?:txt|key|pem|json|ya?ml|crt|env|secret))$/i;

/** The name of another setting. */
const settingName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|PWD|PASS|CREDENTIALS?)$/;

/** Spans of time, in seconds or with their unit. */
const isSpan = (value: string): boolean =>
  /^\d{1,7}\s?(?:ms|s|m|h|d|min|minutes?|hours?|days?|seconds?)$/.test(value) ||
  (/^\d{3,7}$/.test(value) && Number(value) % (value.length > 5 ? 3_600 : 60) === 0);

const known = [...fillWords, ...plainWords];

/** Whether a word is one of these, or several of them written together (changeme, yourapikey); values are short. */
function isMadeOf(word: string, words: readonly string[]): boolean {
  if (/^x+$/.test(word) || words.includes(word)) return true;
  if (word.length > 40) return false;
  const reached = new Set([0]);
  for (let at = 0; at < word.length; at += 1)
    if (reached.has(at))
      for (const one of words) if (one.length > 1 && word.startsWith(one, at)) reached.add(at + one.length);
  return reached.has(word.length);
}

const hasFillWord = (words: readonly string[]): boolean =>
  words.some((word) => /^x{3,}$/.test(word) || fillWords.some((one) => one.length > 2 && word.includes(one)));

/** Digits among letters as in random text and not in words. */
export const isDrawn = (value: string): boolean =>
  (value.match(/[A-Za-z0-9+/]{8,}/g) ?? []).some(
    (run) => (run.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) > 2,
  );

/** Base64 with slashes: capitals, small letters and digits that make no words. */
const isMixed = (value: string): boolean =>
  value.length >= 20 && [/[A-Z]/, /[a-z]/, /\d/].every((one) => one.test(value)) && isRandom(value.replaceAll('/', ''));

/** The words that may end an instruction to the reader; other words after `your` may be a password. */
const addressed =
  /^your\b.*\b(?:key|keys|token|secret|password|passphrase|passwd|pass|pwd|credentials?|id|name|value|string|here)$|\bhere$/;

/** Numbers that state the required length of a value. */
const lengths = /\b\d{1,3} (?:char|byte|bit|digit|letter|symbol|hex|random)/;

/** A placeholder in words: all of them known, an instruction, or addressed to the reader. */
function saysSo(value: string): boolean {
  const words = wordsOf(value);
  const text = words.join(' ');
  if (words.length === 0 || isDrawn(value)) return false;
  if (
    orders.test(text) ||
    warnings.test(text) ||
    addressed.test(text) ||
    /^(?:example|placeholder|dummy|redacted)\b/.test(text)
  )
    return true;
  const isFillable = hasFillWord(words) || lengths.test(text);
  return words.every((word) => (isFillable && /^\d{1,4}$/.test(word)) || isMadeOf(word, known));
}

/** Letters without their accents; a text of octets is read as UTF-8 where it is such. */
function withoutAccents(value: string): string {
  const isOctets = /[\u0080-\u00ff]/.test(value) && !/[\u0100-\uffff]/.test(value);
  const read = isOctets ? utf8Of(value) : value;
  return read
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\u0142\u0141]/g, 'l')
    .replaceAll(/[\u00f8\u00d8]/g, 'o')
    .replaceAll(/[\u00e6\u00c6]/g, 'ae')
    .replaceAll('\u00df', 'ss')
    .replaceAll('\u0131', 'i');
}

function utf8Of(octets: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(latin1Bytes(octets));
  } catch {
    return octets;
  }
}

/** The same in the languages into which samples are translated. */
function saysSoElsewhere(value: string): boolean {
  if (value.length > 80) return false;
  const plain = withoutAccents(value);
  const words = wordsOf(plain);
  if (foreignPasswords.test(plain.trim().toLowerCase())) return true;
  if (samplePhrases.some((phrase) => withoutAccents(phrase) === plain.trim().toLowerCase())) return true;
  return (
    words.length > 1 &&
    words.some((word) => foreignOrders.includes(word)) &&
    !words.every((word) => foreignOrders.includes(word)) &&
    words.every((word) => [foreignOrders, foreignWords, plainWords].some((list) => list.includes(word)))
  );
}

/** The claims of a token of Supabase or its kin (RFC 7519 section 3). */
const payloadOf = (token: string): string =>
  octetsOf(
    /^eyJ[\w-]{10,200}\.(eyJ[\w-]{20,1000})\.[\w-]{20,200}$/
      .exec(token)?.[1]
      ?.replaceAll('-', '+')
      .replaceAll('_', '/') ?? '',
  ) ?? '';

const isTemplate = (text: string): boolean =>
  templates.some((one) => one.test(text)) || saysSo(text) || saysSoElsewhere(text);

const standsForValue = (text: string): boolean =>
  /^[\W_]*$/.test(withoutAccents(text)) ||
  references.test(text) ||
  address.test(text) ||
  (path.test(text) && !isDrawn(text) && !isMixed(text)) ||
  settingName.test(text) ||
  isSpan(text) ||
  /EXAMPLE/.test(text) ||
  isFiller(text) ||
  sampleValues.includes(text) ||
  payloadOf(text).includes('supabase-demo') ||
  isTemplate(text);

/** Whether a value is the placeholder of a secret. */
export const isPlaceholder = (value: string): boolean => {
  const text = value.trim();
  const rest = text.replace(valuePrefix, '');
  return standsForValue(text) || (rest !== text && (standsForValue(rest) || isGuessable(rest)));
};

/** Names of settings with credentials: by their last word, with the purpose before or after it. */
const secretWords = String.raw`password|passwd|passphrase|passwort|kennwort|pwd|pass|pw|secret|token|api_?key`;
const owners =
  'db|database|(?:my|ms)?sql|pg(?:sql)?|postgres(?:ql)?|mongo(?:db)?|redis|rabbitmq|mail|smtp|s?ftp|ssh|ldap|admin|root|user|app|api|bot|jwt|auth|access|client|session|github|gitlab|npm|stripe|slack|telegram|discord|openai|aws|google|sendgrid|mailgun|twilio';
const secretName = new RegExp(
  String.raw`(?:^|_)(?:(?:(?:wg_?)?(?:${owners}))?(?:${secretWords})|app_?key|private_?key|access_?key|account_?key|secret_?key|auth_?key|encrypt(?:ion)?_?key|master_?key|signing_?key|(?<!cache_)token_?key|service_?role(?:_?key)?|redis_auth|github_pat|(?:azure_storage|algolia_admin|meili_master|fcm_server|supabase_service|fernet|aes|enc|crypt|cookie_validation|logged_in|nonce|open_?ai|cosmos(?:_?db)?|service_?bus|(?:cognitive|computer_?vision|speech|translator|anthropic)(?:_?services?)?|send_?grid|mail_?gun)_?key|(?:auth|logged_in|nonce|hash)_salt|(?:jwt|session|cookie|hmac)_?key)(?:_?(?:base|(?<=secret_)id|salt|value|prod(?:uction)?|live|default|ro|rw|readonly|read|write|primary|replica|admin|staging|stage|test|dev|development|local|qa|uat|old|new|\d{1,2})){0,2}$|^(?:${secretWords})_(?!user$)(?:${owners})$`,
  'i',
);

/** Values derived from a password that cannot be used in its place. */
const hashName = /(?:^|_)(?:hashed|encrypted|crypted|md5|sha\d{1,3}|bcrypt|argon2\w{0,2}|pbkdf2)_/i;

const spelt = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[.:-]/g, '_');

const isSecretName = (name: string): boolean => secretName.test(spelt(name)) && !hashName.test(spelt(name));

/** Settings that are sent to browsers: by the mark of a build tool, or by their name. */
const isPublicName = (name: string): boolean =>
  publicPrefix.test(name) || [publicName, pageTokenName].some((one) => one.test(spelt(name)));

/** Names of passwords, for which the form of a value proves nothing. */
const isPublicValue = (name: string, value: string): boolean =>
  !/pass(?:word|wd|phrase)?$|pwd$/i.test(name) &&
  (publicValues.some((one) => one.test(value)) || (googleKey.test(value) && !paidName.test(name)));

/** Whether a value is neither random nor a password beyond the first guesses. */
export const opensNothing = (value: string): boolean =>
  isPlaceholder(value) ||
  [value, encodedIn(value)].some((one) => isGuessable(one.trim())) ||
  isTemplate(encodedIn(value));

/** The text that base64 stands for, as secrets of Kubernetes and log-ins have it. */
function encodedIn(value: string): string {
  const text = value.length % 4 === 0 && value.length > 7 ? octetsOf(value) : null;
  return text !== null && /^[ -~]{4,}\r?\n?$/.test(text) ? text : '';
}

/** Whether a value, whatever its name, is a placeholder or meant to be public. */
export const isToBeRead = (value: string): boolean => isPlaceholder(value) || isPublicValue('', value);

/** The same, and values that anybody guesses. */
export const isNoSecret = (value: string): boolean => opensNothing(value) || isPublicValue('', value);

/** The key that bypasses all row rules of Supabase; that of its demo is the same for everybody. */
export const isServiceRole = (token: string): boolean =>
  /"role"\s?:\s?"service_role"/.test(payloadOf(token)) && !isPlaceholder(token);

/** Whether the part after the beginning of a key is random, and no example or placeholder. */
export const isKeyBody = (body: string): boolean =>
  !/example/i.test(body) && isRandom(body) && !saysSo(body) && !sampleValues.includes(body);

/** Whether a whole value is a key in the format of its provider, and no example of one. */
export const isProviderKey = (value: string): boolean =>
  isServiceRole(value) ||
  keyForms.some(({ begins, form, before = /^$/ }) => {
    const at = value.indexOf(begins);
    return (
      at !== -1 &&
      before.test(value.slice(0, at)) &&
      form.exec(value.slice(at))?.[0].length === value.length - at &&
      isKeyBody(value.replace(begins, ''))
    );
  });

/** Whether the password of a log-in is one of its own: not the name of its user again, with a number or without. */
export const isPassword = (password: string, user: string): boolean =>
  !opensNothing(password) &&
  !opensNothing(decoded(password)) &&
  (user === '' || password.replace(/[-_@]?\d{0,4}$/, '').toLowerCase() !== user.toLowerCase()) &&
  password !== user;

/** Whether a setting holds a credential with a value of its own. */
export function isCredential(name: string, value: string): boolean {
  if (isPublicValue(name, value)) return false;
  const inUrl = passwordIn(value);
  // The address of a database discloses its password in a page, too.
  if (inUrl !== undefined) return isPassword(inUrl, userOf(value)) && !(/^https?:/i.test(value) && isPublicName(name));
  const phrase = value.split(' ');
  if (/(?:^|_)(?:mnemonic|(?:seed|recovery)_?phrase)$/i.test(name) && /^[a-z ]{40,250}$/.test(value))
    return phrase.length % 3 === 0 && new Set(phrase).size > 6;
  const login = /(?:^|_)(?:basic|http)_?auth$/i.test(name) ? /^[\w.@-]{1,64}:(\S{1,256})$/.exec(value)?.[1] : undefined;
  if (login !== undefined) return !opensNothing(login);
  if (!isSecretName(name) || isPublicName(name) || value.length < 4) return false;
  return /^-----BEGIN .{0,20}PRIVATE KEY/.test(value)
    ? privateKeyIn(value, true)?.isOpen === true
    : !opensNothing(value);
}
