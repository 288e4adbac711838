import {
  endsWords,
  type FileContent,
  type FileMatch,
  hasElements,
  hasMarkup,
  isCut,
  isFound,
  type Validator,
} from './content.ts';
import { isLogin } from './git-config.ts';
import { maskedSetting, maskedUrl, shownName } from './mask.ts';
import { isJsonText, jsonLeaves } from './settings/json.ts';
import { type Settings, unquoted } from './settings/settings.ts';
import { withUserinfo } from '../secrets/addresses.ts';
import { isCredential, opensNothing, isProviderKey } from '../secrets/secret-value.ts';
import { endOf } from '../secrets/expiry.ts';
import { octetsOf } from '../secrets/octets.ts';
import { privateKeyIn } from '../secrets/private-key.ts';
import { secretsIn } from '../html/secrets.ts';

const quoted = (name: string, value: string, between = '='): string =>
  withUserinfo.test(value) ? `${shownName(name)}${between}${maskedUrl(value)}` : maskedSetting(name, value, between);

/** Base64 content of a Kubernetes secret: a private key, which may be cut, or registry log-ins. */
function isSealedKey(value: string): boolean {
  const text = value.length < 60 ? null : octetsOf(value);
  if (text === null) return false;
  const logins = [...text.matchAll(/"auth"\s?:\s?"([\w+/=]{8,2000})"/g)].map(({ 1: login = '' }) =>
    opened('auth', login),
  );
  return privateKeyIn(text, true)?.isOpen === true || logins.some((login) => !opensNothing(login));
}

/** A key that its provider's format proves, whatever the setting is called. */
const isLiveKey = (value: string): boolean =>
  isProviderKey(value) || isSealedKey(value) || secretsIn(value).some(({ isPrivate }) => isPrivate);

/** The value that counts where the environment has none: `${NAME:value}` of Spring, `${NAME:-value}` of shells, one in another too. */
function withDefault(value: string): string {
  const inner =
    /^\$\{[\w.-]{1,100}(?::(?![?+])-?|-)((?:[^{}]|\$\{(?:[^{}]|\$\{[^{}]{0,128}\}){0,256}\}){0,512})\}$/.exec(
      value,
    )?.[1];
  return inner === undefined ? value : withDefault(inner);
}

/** The settings, without those whose value repeats the name of a user, a database or an application. */
function withoutNames(settings: Settings): Settings {
  const names = new Set(
    settings
      .filter(([name, value]) => /(?:user|name|database)$/i.test(name) && value.length < 20)
      .map(([, value]) => value.toLowerCase()),
  );
  return settings.filter(([, value]) => !names.has(value.toLowerCase()));
}

/** The settings whose value is a credential by name or by form, masked, three at most. */
export const credentialsAmong = (settings: Settings, between?: string): string[] =>
  withoutNames(settings)
    .map(([name, value]) => [name, withDefault(value)] as const)
    .filter(([name, value]) => isCredential(name, value) || isLiveKey(value))
    .filter(([name, value], at, all) => all.findIndex((one) => one[0] === name && one[1] === value) === at)
    // Credentials that expire come last, with the time of expiry.
    .map(([name, value]) => ({ line: quoted(name, value, between), end: endOf(value) }))
    .toSorted((one, other) => (other.end ?? Infinity) - (one.end ?? Infinity) || 0)
    .slice(0, 3)
    .map(({ line, end }) => (end === null ? line : `${line}${endsWords}${new Date(end).toISOString()}`));

export const isRaw = (content: FileContent): boolean =>
  isFound(content) && !hasMarkup(content) && !hasElements(content);

/** The match of a file with credentials; without any, that of its form, or null where the form proves nothing. */
export const withSecrets = (lines: readonly string[], without: string | null = null): FileMatch | null => {
  if (lines.length > 0) return { mark: 'secret', proof: lines };
  return without === null ? null : { mark: 'no-secret', proof: [without] };
};

/** Settings of the form NAME=value, one on each line. */
const envFile: Validator = (content) => {
  if (!isRaw(content) || /<\?(?:php|xml|=|\s)/i.test(content.text)) return null;
  // A key in quotes may go over several lines.
  const text = content.text.replaceAll(/-----BEGIN [A-Z ]{1,30}-----[A-Za-z0-9+/=\s]{1,8192}/g, (key) =>
    key.trim().replaceAll(/\s*\n\s*/g, String.raw`\n`),
  );
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const settings = lines.flatMap((line) => {
    const { 1: name, 2: value = '' } = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]{0,63})\s{0,4}=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value)] as const];
  });
  // An address of a database is no key of a service.
  const keys = settings.filter(
    ([, value]) => isLiveKey(value) && (!withUserinfo.test(value) || /^https?:/i.test(value)),
  );
  const named = credentialsAmong(
    withoutNames(settings).filter(([name, value]) => isCredential(name, withDefault(value))),
  );
  // The last line may be cut, and values may go over several lines. A single line must have a credential.
  const least = keys.length + named.length > 0 ? 1 : 2;
  if (settings.length < least || settings.length * 2 < lines.length) return null;
  if (named.length > 0 && (settings.length > 1 || keys.length === 0)) return withSecrets(named);
  if (keys.length > 0) return { mark: 'key', proof: credentialsAmong(keys) };
  return { mark: 'no-secret', proof: [`${settings.length} settings of the form NAME=value`] };
};

/** Settings of an INI file. */
const iniSettings = (text: string): (readonly [string, string])[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const { 1: name, 2: value = '' } = /^\s*([\w./:@-]{1,200})\s{0,8}=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value)] as const];
  });

/** Credentials of the AWS command line. */
const awsCredentials: Validator = (content) => {
  if (!isRaw(content) || !/^\[[\w .-]{1,64}\]\s*$/m.test(content.text)) return null;
  const settings = iniSettings(content.text);
  if (!settings.some(([name]) => /^aws_(?:access_key_id|secret_access_key)$/i.test(name))) return null;
  return withSecrets(credentialsAmong(settings.filter(([name]) => /^aws_secret_access_key$/i.test(name))));
};

/** The password of a log-in in base64; a password in base64 decoded. */
function opened(name: string, value: string): string {
  const read = octetsOf(value) ?? '';
  if (name.endsWith('auth')) return /^[^:]{1,128}:([^]{1,512})$/.exec(read)?.[1] ?? value;
  return name === '_password' && /^[ -~]{4,}$/.test(read) ? read : value;
}

/** Tokens of npm. */
const npmrc: Validator = (content) =>
  isRaw(content)
    ? withSecrets(
        iniSettings(content.text)
          .map(
            ([name, value]) => [/(?:^|:)(_(?:authToken|auth|password))$/.exec(name)?.[1], withDefault(value)] as const,
          )
          .filter(([name, value]) => name !== undefined && !opensNothing(opened(name, value)))
          .slice(0, 3)
          .map(([name = '', value]) => maskedSetting(name, value)),
      )
    : null;

/** The leaves of a file in JSON; null where it is none. */
export const leavesOf = (content: FileContent): ReturnType<typeof jsonLeaves> | null =>
  isRaw(content) && isJsonText(content.text) ? jsonLeaves(content.text) : null;

/** A header with a credential: its name, and the value after the scheme. */
function headerOf(line: string): readonly [string, string] {
  const { 1: name = '', 2: value = '' } =
    /^([\w-]*(?:auth|token|key|secret|cookie)[\w-]*)\s?:\s*(?:(?:basic|bearer|token)\s+)?(\S.*)$/i.exec(line) ?? [];
  return [/^authorization$/i.test(name) ? 'auth' : name, value];
}

/** Log-ins below one of these names. */
const loginsBelow =
  (first: RegExp, last: RegExp): Validator =>
  (content) =>
    withSecrets(
      (leavesOf(content) ?? [])
        .filter(({ path }) => path.length > 1 && first.test(path[0] ?? '') && last.test(path.at(-1) ?? ''))
        .map(({ path, value }) =>
          path[0] === 'custom-headers' ? headerOf(value) : ([path.at(-1) ?? '', value] as const),
        )
        .filter(([name, value]) => !opensNothing(opened(name, value)))
        .slice(0, 3)
        .map(([name, value]) => maskedSetting(name, value, ': ')),
    );

/** Log-ins of Docker to registries; names of helpers that keep them elsewhere are no secret. */
const dockerConfig = loginsBelow(/^auths$/, /^(?:auth|identitytoken|registrytoken|password)$/);

/** Log-ins of Composer or of package registries in JSON. */
const authJson = loginsBelow(
  /^(?:http-basic|bearer|(?:github|gitlab|bitbucket)-oauth|(?:gitlab|forgejo)-token|custom-headers|client-certificate)$/,
  /^(?!username$|consumer-key$|local_(?:cert|pk)$|access-token-expiration$)/,
);

/** The key of a service account of Google Cloud, a client of OAuth at a web server, or the log-in of a user. */
const serviceAccount: Validator = (content) => {
  const leaves = leavesOf(content) ?? [];
  const valueOf = (name: string): string => leaves.find(({ path }) => path.at(-1) === name)?.value ?? '';
  const [name, type] =
    valueOf('type') === 'authorized_user' ? ['refresh_token', 'authorized_user'] : ['client_secret', 'web'];
  const isClient =
    leaves.some(({ path }) => path[0] === 'web') && valueOf('client_id').endsWith('.apps.googleusercontent.com');
  if (valueOf('type') === 'authorized_user' || isClient || isProviderKey(valueOf('client_secret')))
    return opensNothing(valueOf(name)) ? null : withSecrets([`"${type}"`, maskedSetting(name, valueOf(name), ': ')]);
  if (valueOf('type') !== 'service_account') return null;
  return privateKeyIn(valueOf('private_key'), isCut(content)) === null
    ? null
    : { mark: 'secret', proof: ['"type": "service_account"', '"private_key": <redacted>'] };
};

/** Log-ins that Git stores, one URL on each line. */
const gitCredentials: Validator = (content) => {
  if (!isRaw(content)) return null;
  const lines = content.text.trim().split(/\r?\n/);
  const urls = lines.filter((line) => /^https?:\/\/[^\s@]{1,1300}@[a-z0-9.[-]/i.test(line) && isLogin(line));
  return urls.length * 2 < lines.length ? null : withSecrets(urls.slice(0, 3).map(maskedUrl));
};

/** Log-ins of FTP and other clients (netrc). */
const netrc: Validator = (content) => {
  if (!isRaw(content)) return null;
  const passwords = [...content.text.matchAll(/^\s*(?:machine\s+\S+|default)\s[^]{0,400}?\bpassword\s+(\S{1,256})/gm)]
    .filter(({ 0: entry }) => !/\blogin\s+(?:anonymous|ftp)\s/.test(entry))
    .map(({ 1: password = '' }) => password)
    .filter((password) => !opensNothing(password));
  return withSecrets(passwords.slice(0, 3).map((password) => maskedSetting('password', password, ' ')));
};

/** What may stand before a key in its file: certificates, parameters, and what OpenSSL says of the parts of a PKCS #12 file, and lines of comment. */
const beforeKey =
  /\s+|[#;][^\n]{0,1024}\n|-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE|(?:EC|DH) PARAMETERS|PUBLIC KEY)-----[^-]{0,8192}-----END \1-----|(?:Bag|Key) Attributes[^\n]{0,200}\n(?:[\t ]+[^\n]{1,400}\n)*|(?:subject|issuer)\s?=[^\n]{0,1024}\n/y;

function withoutForerunners(text: string): string {
  let at = 0;
  for (let length = -1; length !== 0; at += length) {
    beforeKey.lastIndex = at;
    length = beforeKey.exec(text)?.[0].length ?? 0;
  }
  return text.slice(at);
}

/** A private key, whose header alone is kept. One that a passphrase protects is shown as such: it opens nothing yet. */
const privateKey: Validator = (content) => {
  if (!isRaw(content)) return null;
  // Any text may stand in front (RFC 7468 section 2).
  const after = content.text.slice(
    Math.max(0, content.text.search(/^-----BEGIN (?:[A-Z\d]{1,12} )?PRIVATE KEY-----/m)),
  );
  const key = privateKeyIn(withoutForerunners(content.text), isCut(content)) ?? privateKeyIn(after, isCut(content));
  return key === null ? null : { mark: key.isOpen ? 'secret' : 'no-secret', proof: [key.header] };
};

/** The tests of these files, by the name of the file. */
export const credentialFiles = {
  envFile,
  awsCredentials,
  npmrc,
  dockerConfig,
  authJson,
  serviceAccount,
  gitCredentials,
  netrc,
  privateKey,
};
