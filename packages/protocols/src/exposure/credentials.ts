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
import { maskedSetting, maskedUrl, maskedValue, shownName } from './mask.ts';
import { phpSettings, type Settings, xmlSettings } from './settings.ts';
import { isCredential, isPlaceholder, isProviderKey, withUserinfo } from '../secrets/secret-value.ts';
import { isLabel } from '../secrets/label.ts';
import { endOf } from '../secrets/expiry.ts';
import { octetsOf } from '../secrets/octets.ts';
import { privateKeyIn } from '../secrets/private-key.ts';
import { secretsIn } from '../html/document/secrets.ts';

/** A value without quotes; outside of them it ends where a comment begins (shells, dotenv, Compose, YAML 1.2 section 6.6). */
const unquoted = (value: string): string =>
  /^(["'`])(.*?)\1\s*(?:#.*)?$/.exec(value.trim())?.[2] ??
  value
    .replace(/\s#.*$/, '')
    .trim()
    .replace(/^["'`]/, '');

const quoted = (name: string, value: string, between = '='): string =>
  withUserinfo.test(value) ? `${shownName(name)}${between}${maskedUrl(value)}` : maskedSetting(name, value, between);

/** A key that its provider's format proves, whatever the setting is called. */
const isLiveKey = (value: string): boolean =>
  isProviderKey(value) || secretsIn(value).some(({ isPrivate }) => isPrivate);

/** The value that counts where the environment has none: `${NAME:value}` of Spring, `${NAME:-value}` of shells, one in another too. */
function withDefault(value: string): string {
  const inner = /^\$\{[\w.-]{1,100}:(?![?+])-?((?:[^{}]|\$\{(?:[^{}]|\$\{[^{}]{0,128}\}){0,256}\}){0,512})\}$/.exec(
    value,
  )?.[1];
  return inner === undefined ? value : withDefault(inner);
}

/** Configuration holds more than settings of the environment: texts for readers, rules and names of code are no credentials. */
const withoutLabels = (settings: Settings): Settings => settings.filter(([, value]) => !isLabel(value));

/** The settings whose value is a credential by name or by form, masked, three at most. */
export const credentialsAmong = (settings: Settings, between?: string): string[] =>
  settings
    .map(([name, value]) => [name, withDefault(value)] as const)
    .filter(([name, value]) => isCredential(name, value) || isLiveKey(value))
    // What ends by itself comes last, and says when.
    .map(([name, value]) => ({ line: quoted(name, value, between), end: endOf(value) }))
    .toSorted((one, other) => (other.end ?? Infinity) - (one.end ?? Infinity) || 0)
    .slice(0, 3)
    .map(({ line, end }) => (end === null ? line : `${line}${endsWords}${new Date(end).toISOString()}`));

const isRaw = (content: FileContent): boolean => isFound(content) && !hasMarkup(content) && !hasElements(content);

/** A file that holds credentials; otherwise what else its form shows, or null where that is nothing. */
const withSecrets = (lines: readonly string[], without: string | null = null): FileMatch | null => {
  if (lines.length > 0) return { mark: 'secret', proof: lines };
  return without === null ? null : { mark: 'no-secret', proof: [without] };
};

/** Settings of the form NAME=value, one on each line. */
const envFile: Validator = (content) => {
  if (!isRaw(content) || content.text.includes('<?')) return null;
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
  const named = credentialsAmong(settings.filter(([name, value]) => isCredential(name, withDefault(value))));
  // The last line may be cut, and values may go over several lines. One line alone is a file of settings by what it opens.
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
  if (!settings.some(([name]) => name === 'aws_access_key_id')) return null;
  return withSecrets(credentialsAmong(settings.filter(([name]) => name === 'aws_secret_access_key')));
};

/** What a log-in in base64 has behind its name; for a password alone, what it reads as. */
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
          .map(([name, value]) => [/(?:^|:)(_(?:authToken|auth|password))$/.exec(name)?.[1], value] as const)
          .filter(([name, value]) => name !== undefined && !isPlaceholder(opened(name, value)))
          .slice(0, 3)
          .map(([name = '', value]) => maskedSetting(name, value)),
      )
    : null;

/** Members of JSON objects with text values, as far as the text goes. */
export const jsonMembers = (text: string): (readonly [string, string])[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.){1,100})"\s{0,16}:\s{0,16}"((?:[^"\\]|\\.){0,1024})"/g)].map(
    ({ 1: name = '', 2: value = '' }) => [name, value] as const,
  );

const isJsonObject = (content: FileContent): boolean =>
  isRaw(content) && /^(?:\u00ef\u00bb\u00bf)?\s{0,64}\{/.test(content.text);

/** Log-ins of Docker to registries; names of helpers that keep them elsewhere are no secret. */
const dockerConfig: Validator = (content) => {
  if (!isJsonObject(content) || !/"auths"\s{0,16}:\s{0,16}\{/.test(content.text)) return null;
  const tokens = jsonMembers(content.text).filter(
    ([name, value]) =>
      ['auth', 'identitytoken', 'registrytoken', 'password'].includes(name) && !isPlaceholder(opened(name, value)),
  );
  return withSecrets(tokens.slice(0, 3).map(([name, value]) => maskedSetting(name, value, ': ')));
};

/** Log-ins of Composer or of package registries in JSON. */
const authJson: Validator = (content) => {
  if (!isJsonObject(content)) return null;
  if (!/"(?:http-basic|bearer|github-oauth|gitlab-token|gitlab-oauth)"\s{0,16}:\s{0,16}\{/.test(content.text))
    return null;
  const values = jsonMembers(content.text).filter(([name, value]) => name !== 'username' && !isPlaceholder(value));
  return withSecrets(values.slice(0, 3).map(([name, value]) => maskedSetting(name, value, ': ')));
};

/** The key of a service account of Google Cloud. */
const serviceAccount: Validator = (content) => {
  if (!isJsonObject(content) || !/"type"\s{0,8}:\s{0,8}"service_account"/.test(content.text)) return null;
  const [, rest = ''] = /"private_key"\s{0,8}:\s{0,8}"([^"]{0,16384})/.exec(content.text) ?? [];
  return privateKeyIn(rest, isCut(content)) === null
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
    .filter((password) => !isPlaceholder(password));
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
  const key = privateKeyIn(withoutForerunners(content.text), isCut(content));
  return key === null ? null : { mark: key.isOpen ? 'secret' : 'no-secret', proof: [key.header] };
};

/** A copy of a PHP configuration that the server sends as text. */
const phpConfig: Validator = (content) =>
  isFound(content) && /^(?:\u00ef\u00bb\u00bf)?\s{0,64}<\?(?:php|=|\s)/i.test(content.text)
    ? withSecrets(credentialsAmong(withoutLabels(phpSettings(content.text))), 'Source in PHP')
    : null;

/** Settings of ASP.NET: connection strings and values of settings. */
const webConfig: Validator = (content) => {
  if (!isFound(content) || !/^(?:\u00ef\u00bb\u00bf)?\s{0,64}(?:<\?xml|<configuration\b)/i.test(content.text))
    return null;
  if (!/<configuration\b/i.test(content.text)) return null;
  const text = content.text.replaceAll(/<!--[^]*?-->/g, '');
  const inStrings = connectionPasswords(text);
  const keys = [...text.matchAll(/\b(validationKey|decryptionKey)=["']([0-9A-F]{16,})/gi)].map(
    ({ 1: name = '', 2: value = '' }) => `${name}=${maskedValue(value)}`,
  );
  return withSecrets(
    [...inStrings, ...credentialsAmong(withoutLabels(xmlSettings(text))), ...keys].slice(0, 3),
    '<configuration>',
  );
};

/** Passwords in connection strings of databases. */
const connectionPasswords = (text: string): string[] =>
  [...text.matchAll(/(?:^|[;"'\s])(Password|Pwd|AccountKey|SharedAccessKey)\s{0,4}=\s{0,4}([^;"'<>\r\n]{1,256})/gi)]
    .filter(({ 2: value = '' }) => !isPlaceholder(value.trim()))
    .slice(0, 3)
    .map(({ 1: name = '', 2: value = '' }) => maskedSetting(name, value));

/** Settings of an editor that uploads: host, user and folder. Settings of ASP.NET Core alone may be made for browsers (Blazor). */
const isUpload = (text: string): boolean =>
  /"host"\s{0,8}:/.test(text) && /"(?:remotePath|remote_path|uploadOnSave|upload_on_save)"\s{0,8}:/.test(text);

/** Settings of ASP.NET Core, or of an editor that uploads. */
const jsonConfig: Validator = (content) =>
  isJsonObject(content)
    ? withSecrets(
        [
          ...connectionPasswords(content.text),
          ...credentialsAmong(withoutLabels(jsonMembers(content.text.replaceAll(/^\s*\/\/.*$/gm, ''))), ': '),
        ].slice(0, 3),
        isUpload(content.text) ? '"host", "remotePath"' : null,
      )
    : null;

/** What settings of frameworks have at their first level: Spring, Quarkus, Micronaut, Symfony, databases of Rails. */
const applicationKeys =
  /^(?:(?:spring|server|management|logging|quarkus|micronaut|datasource|doctrine|parameters|development|production):\s*$|(?:spring|server|management|logging|quarkus)\.[\w.-]{1,100}\s{0,8}[=:])/m;

/** Settings in YAML or Java properties. */
const yamlConfig: Validator = (content) => {
  if (!isRaw(content) || /^\s{0,64}[{[<]/.test(content.text)) return null;
  const settings = content.text.split(/\r?\n/).flatMap((line) => {
    const { 1: name, 2: sign, 3: value = '' } = /^\s*(?:-\s+)?([\w.-]{1,100})\s{0,8}([:=])(.+)$/.exec(line) ?? [];
    // Aliases and tags (YAML 1.2 sections 7.1 and 6.8.1) stand for values that are written elsewhere.
    const own = sign === ':' ? value.replace(/^\s+(?:\*[\w-]+|!\w+\b.*)\s*$/, '').replace(/^\s+&[\w-]+\s/, ' ') : value;
    return name === undefined ? [] : [[name, unquoted(own)] as const];
  });
  // Maps on one line (YAML 1.2 section 7.4.2)
  const flow = [
    ...content.text.matchAll(
      /(?<=[{,]\s{0,8})["']?([\w.-]{1,100})["']?\s{0,4}:\s{1,8}("[^"\n]{0,512}"|'[^'\n]{0,512}'|[^\s,{}"'][^\s,{}]{0,512})\s{0,8}(?=[,}])/g,
    ),
  ].map(({ 1: name = '', 2: value = '' }) => [name, unquoted(value)] as const);
  settings.push(...flow);
  if (settings.length < 2) return null;
  const without = applicationKeys.test(content.text) ? `${settings.length} settings of an application` : null;
  return withSecrets(credentialsAmong(withoutLabels(settings), ': '), without);
};

/** Settings of a Python web application. */
const pythonConfig: Validator = (content) => {
  if (!isRaw(content) || !/^(?:import|from)\s+\w/m.test(content.text)) return null;
  const settings = [
    ...content.text.matchAll(/^\s*['"]?([A-Z][A-Z_]{1,63})['"]?\s{0,8}[:=]\s{0,8}(['"])((?:(?!\2)[^\r\n]){0,512})\2/gm),
  ].map(({ 1: name = '', 3: value = '' }) => [name, value] as const);
  const isSettings = /^(?:DEBUG|SECRET_KEY|DATABASES|INSTALLED_APPS|ALLOWED_HOSTS|SQLALCHEMY_\w{1,40})\s{0,8}=/m;
  return withSecrets(
    credentialsAmong(withoutLabels(settings)),
    isSettings.test(content.text) ? 'Settings in Python' : null,
  );
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
  phpConfig,
  webConfig,
  jsonConfig,
  yamlConfig,
  pythonConfig,
};
