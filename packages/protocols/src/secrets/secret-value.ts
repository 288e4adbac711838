import {
  fillWords,
  googleKey,
  orders,
  paidName,
  plainWords,
  providerKeys,
  publicName,
  publicPrefix,
  publicValues,
} from './secret-value.data.ts';

/** Texts by which a value is taken from elsewhere, or in which it is encrypted. */
const references =
  /^(?:\$\{[^}]*\}?|\$\([^)]*\)?|\$[A-Z_][A-Z0-9_]*|<[^>]*>?|%[^%]*%|\{\{.*|\{[\w .-]*\}|#\{.*|\[[A-Za-z_ -]*\]|@[A-Za-z_.]+@|process\.env\b.*|getenv\b.*|env\(.*|os\.environ\b.*|ENV\[.*|ENC[([].*|\{cipher\}.*|encrypted:.*|!vault\b.*|vault:.*|op:\/\/.*|ssm:.*|arn:aws:.*|\/run\/secrets\/.*|base64:)$/i;

/** The words of a value, in small letters: signs, digits and capitals part them. */
const wordsOf = (value: string): string[] =>
  value
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g) ?? [];

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

/** Digits among letters as no words have them: what is drawn at random. */
const isDrawn = (value: string): boolean =>
  (value.match(/[A-Za-z0-9+/]{8,}/g) ?? []).some(
    (run) => (run.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) > 2,
  );

/** One character over and over, rows of them, or the alphabet in order: nobody draws that. */
export const isFiller = (value: string): boolean =>
  /^(.)\1{2,}$/.test(value) ||
  /x{4}|[*\u2022]{3}|0{8}|\.{3}$/i.test(value) ||
  (value.length >= 12 && new Set(value).size < 5) ||
  (value.length >= 16 && /1234567890|0123456789|abcdefghijklmnopqrst|deadbeef/i.test(value));

/** Words that say that they stand for a value: all of them known, an order, or an address to the reader. */
function saysSo(value: string): boolean {
  const words = wordsOf(value);
  const text = words.join(' ');
  if (words.length === 0 || isDrawn(value)) return false;
  if (orders.test(text) || /^your\b|\bhere$|^(?:example|placeholder|dummy|redacted)\b/.test(text)) return true;
  const isFillable = hasFillWord(words);
  return words.every((word) => (isFillable && /^\d{1,4}$/.test(word)) || isMadeOf(word, known));
}

/** Whether a value is a secret's place rather than a secret. */
export const isPlaceholder = (value: string): boolean => {
  const text = value.trim();
  return /^[\W_]*$/.test(text) || references.test(text) || /EXAMPLE/.test(text) || isFiller(text) || saysSo(text);
};

/** Names of settings whose values open something. */
const secretName =
  /(?:^|[_.:-])(?:password|passwd|passphrase|pwd|pass|pw|secret|token|authtoken|api_?key|app_?key|private_?key|access_?key|secret_?key|auth_?key|encryption_?key|master_?key|signing_?key|client_?secret|service_?role(?:_?key)?)(?:[_.:-]?(?:base|id|hash|value|prod|live|default|\d{1,2}))?$/i;

const spelt = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');

const isSecretName = (name: string): boolean => secretName.test(spelt(name)) && !/key_id$/i.test(name);

/** Settings that browsers are given: by the mark of a build tool, or by what they are the name of. */
const isPublicName = (name: string): boolean =>
  publicPrefix.test(name) || publicName.test(spelt(name).replaceAll(/[.:-]/g, '_'));

const isPublicValue = (name: string, value: string): boolean =>
  publicValues.some((one) => one.test(value)) || (googleKey.test(value) && !paidName.test(name));

/** Whether a value, whatever it is called, waits for a secret or was made to be read. */
export const isNoSecret = (value: string): boolean => isPlaceholder(value) || isPublicValue('', value);

/** A URL that holds a password: a name in front of a colon, and an at sign behind it. */
export const withUserinfo = /\b(?:[a-z][a-z0-9+.-]{1,20}):\/\/[^\s:@/]{0,128}:([^\s@/"']{1,256})@[a-z0-9.[-]/i;

/** A password among the parameters of an address, as JDBC and libpq take it. */
const inParameters = /^(?:jdbc:|(?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"']{0,512}[?&;]password=([^&;\s"']{1,256})/i;

/** Whether a whole value is a key in the format of its provider, and no example of one. */
export const isProviderKey = (value: string): boolean =>
  providerKeys.some((one) => one.test(value)) && !/EXAMPLE/i.test(value) && !isFiller(value);

/** Whether a setting holds a credential with a value of its own. */
export function isCredential(name: string, value: string): boolean {
  if (isPublicValue(name, value)) return false;
  const inUrl = (withUserinfo.exec(value) ?? inParameters.exec(value))?.[1];
  // Who puts the address of a database into pages gives its password away all the same.
  if (inUrl !== undefined) return !isPlaceholder(inUrl) && !(/^https?:/i.test(value) && isPublicName(name));
  return isSecretName(name) && !isPublicName(name) && value.length >= 4 && !isPlaceholder(value);
}
