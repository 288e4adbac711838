import { isFound, type Validator } from './content.ts';
import { credentialsAmong, isRaw, leavesOf, withSecrets } from './credentials.ts';
import { maskedValue } from './mask.ts';
import { jsonSettings } from './settings/json.ts';
import { pythonSettings } from './settings/python.ts';
import { phpSettings, type Settings, xmlSettings } from './settings/settings.ts';
import { yamlSettings } from './settings/yaml.ts';
import { isLabel } from '../secrets/label.ts';
import { opensNothing } from '../secrets/secret-value.ts';

/** Configuration holds more than settings of the environment: texts for readers, rules and names of code are no credentials. */
const withoutLabels = (settings: Settings): Settings => settings.filter(([, value]) => !isLabel(value));

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

/** What settings of frameworks have at their first level: Spring, Quarkus, Micronaut, Symfony, databases of Rails. */
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

/** What settings of Django and Flask have. */
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
