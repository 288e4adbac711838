import { isFound, type Validator } from './content.ts';
import { credentialsAmong, isRaw, leavesOf, withSecrets } from './credentials.ts';
import { maskedValue } from './mask.ts';
import { jsonSettings } from './settings/json.ts';
import { pythonSettings } from './settings/python.ts';
import { phpSettings, type Settings, xmlSettings } from './settings/settings.ts';
import { yamlSettings } from './settings/yaml.ts';
import { isLabel, isPassphrase } from '../secrets/label.ts';
import { opensNothing } from '../secrets/secret-value.ts';

/** Names of fields around the password of a log-in, and names of passwords, including that of a service. */
const aroundPassword = /(?:user(?:_?name)?|login|host(?:name)?|server|adapter|engine|driver|database|db_?name)$/i;
const passwordName = /(?:pass(?:word|wd|phrase)?|pwd)$/i;
const servicePassword =
  /(?:db|database|data_?source|(?:my|pg)?sql|postgres|mongo|redis|rabbitmq|smtp|mailer?|ldap|ftp)[._]?(?:pass(?:word|wd)?|pwd)$/i;

/** True for a value that names a host or a user. Labels of forms are none: they have a capital or a space, or repeat the name of the field. */
const isPlain = (value: string): boolean =>
  /^[a-z\d][\w.@:/+-]{0,99}$/.test(value) &&
  !/^(?:(?:user|host)?name|user|login|host|server|e-?mail|string|required|text|(?:db|user)_\w{1,20})$/.test(value);

/** Minimum number of human-readable texts that make a file a translation file. */
const fewTexts = 3;

/**
 * Configuration holds more than settings of the environment: texts for readers, rules and names of code are no credentials. Words
 * that may be either are a passphrase beside a user or a host, or where the name is that of the password of a service.
 */
function withoutLabels(settings: Settings): Settings {
  const isTranslation = settings.filter(([, value]) => / /.test(value) && isLabel(value)).length > fewTexts;
  const isLogin = (name: string, at: number): boolean =>
    !isTranslation &&
    passwordName.test(name) &&
    (servicePassword.test(name) ||
      settings.slice(Math.max(0, at - 4), at + 5).some(([one, value]) => aroundPassword.test(one) && isPlain(value)));
  return settings.filter(([name, value], at) => !isLabel(value) || (isPassphrase(value) && isLogin(name, at)));
}

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
  // Passwords of users are hashes where the format says so.
  const text = content.text
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<credentials\s[^>]{0,200}passwordFormat=["'](?!Clear)[^>]{0,200}>[^]*?(?:<\/credentials>|$)/gi, '');
  const keys = [...text.matchAll(/\b(validationKey|decryptionKey)=["']([0-9A-F]{16,})/gi)]
    .filter(({ 2: value = '' }) => !opensNothing(value))
    .map(({ 1: name = '', 2: value = '' }) => `${name}=${maskedValue(value)}`);
  return withSecrets([...credentialsAmong(withoutLabels(xmlSettings(text))), ...keys].slice(0, 3), '<configuration>');
};

/** Settings of an editor that uploads: host, user and folder. */
const isUpload = (names: readonly string[]): boolean =>
  names.includes('host') &&
  ['remotePath', 'remote_path', 'uploadOnSave', 'upload_on_save'].some((one) => names.includes(one));

/** Settings of ASP.NET Core, or of an editor that uploads. Those of ASP.NET Core alone may be made for browsers (Blazor). */
const jsonConfig: Validator = (content) => {
  const settings = jsonSettings(leavesOf(content) ?? []);
  return withSecrets(
    credentialsAmong(withoutLabels(settings), ': '),
    isUpload(settings.map(([name]) => name)) ? '"host", "remotePath"' : null,
  );
};

/** Top-level setting names of frameworks: Spring, Quarkus, Micronaut, Symfony, Rails databases. */
const applicationKeys =
  /^(?:(?:spring|server|management|logging|quarkus|micronaut|datasource|doctrine|parameters|development|production):\s*$|(?:spring|server|management|logging|quarkus)\.[\w.-]{1,100}\s{0,8}[=:])/m;

/** Settings in YAML or Java properties. */
const yamlConfig: Validator = (content) => {
  if (!isRaw(content) || /^\s{0,64}[{[<]/.test(content.text)) return null;
  const settings = yamlSettings(content.text);
  if (settings.length < 2) return null;
  const without = applicationKeys.test(content.text) ? `${settings.length} settings of an application` : null;
  return withSecrets(credentialsAmong(withoutLabels(settings), ': '), without);
};

/** Setting names of Django and Flask. */
const pythonNames = /^(?:DEBUG|SECRET_KEY|DATABASES|INSTALLED_APPS|ALLOWED_HOSTS|SQLALCHEMY_\w{1,40})\s{0,8}[:=]/gm;

/** Settings of a Python web application. */
const pythonConfig: Validator = (content) => {
  const count = content.text.match(pythonNames)?.length ?? 0;
  if (!isRaw(content) || (count < 2 && !/^(?:import|from)\s+\w/m.test(content.text))) return null;
  return withSecrets(
    credentialsAmong(withoutLabels(pythonSettings(content.text))),
    count > 0 ? 'Settings in Python' : null,
  );
};

/** The tests of these files, by the name of the file. */
export const configurationFiles = { phpConfig, webConfig, jsonConfig, yamlConfig, pythonConfig };
