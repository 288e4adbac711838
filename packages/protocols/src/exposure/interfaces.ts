import { essenceOf, type FileContent, hasMarkup, headerOf, isFound, matched, type Validator } from './content.ts';

/** The JSON object that an answer holds; null where it is none, or is longer than what is read. */
function objectIn({ text }: FileContent): object | null {
  if (!/^\s{0,64}\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined;

/** The answer to the one question `{__schema{queryType{name}}}`. */
const graphqlSchema: Validator = (content) => {
  const name = member(member(member(member(objectIn(content), 'data'), '__schema'), 'queryType'), 'name');
  return isFound(content) && typeof name === 'string' && /^[A-Za-z_]\w{0,60}$/.test(name)
    ? matched('"__schema": {"queryType": …}')
    : null;
};

/** A list of models in the form of OpenAI, as vLLM, LocalAI and others serve it; it may be longer than what is read. */
const modelList: Validator = (content) =>
  isFound(content) &&
  /^\s{0,64}\{/.test(content.text) &&
  /"object"\s{0,8}:\s{0,8}"list"/.test(content.text) &&
  /"object"\s{0,8}:\s{0,8}"model"/.test(content.text)
    ? { mark: 'open', proof: ['"object": "list" of models'] }
    : null;

/** The models of Ollama. */
const ollamaModels: Validator = (content) =>
  isFound(content) &&
  /^\s{0,64}\{\s{0,64}"models"\s{0,8}:\s{0,8}\[\s{0,64}\{/.test(content.text) &&
  /"digest"\s{0,8}:\s{0,8}"[0-9a-f]{12,64}"/.test(content.text)
    ? { mark: 'open', proof: ['"models" of Ollama'] }
    : null;

/** The settings of Open WebUI, where they say that nobody logs in. */
const openWebUi: Validator = (content) => {
  const found = objectIn(content);
  const isOpen = member(member(found, 'features'), 'auth') === false;
  return isFound(content) && /Open WebUI/.test(String(member(found, 'name'))) && isOpen
    ? { mark: 'open', proof: ['Open WebUI with "auth": false'] }
    : null;
};

/** What programs print of themselves where they fail: two lines of one form, or one that no text has by chance. */
const traces: readonly (readonly [name: string, test: RegExp])[] = [
  ['Stack trace of Java', /\n?\s+at [\w.$]{3,200}\([\w$]{1,100}\.java:\d{1,6}\)/],
  ['Stack trace of Python', /Traceback \(most recent call last\):\s{1,20}(?:&nbsp;|\s){0,20}File /],
  ['Stack trace of PHP', /(?:Fatal error|Uncaught \w{1,60})[^\n]{0,400} in (?:<b>)?\/[\w./-]{3,200}\.php/],
  ['Stack trace of .NET', /\n?\s+at [\w.<>`]{3,200}\([^)\n]{0,200}\) in [A-Z]:\\[^\n:]{1,200}:line \d{1,6}/],
  ['Stack trace of Node.js', /\n?\s+at [^\n(]{1,100}\((?:file:\/\/)?\/[^\n)]{1,200}\.[cm]?[jt]s:\d{1,6}:\d{1,6}\)/],
  ['Stack trace of Ruby', /\/[\w./-]{3,200}\.rb:\d{1,6}:in [`'][^\n'`]{1,100}'/],
  ['Error of a database', /(?:SQLSTATE\[\w{2,5}\]|ORA-\d{5}:|You have an error in your SQL syntax)/],
];

/** What a program prints of itself where it fails; null where nothing of that stands in a text. */
export const traceIn = (text: string): string | null => traces.find(([, test]) => test.test(text))?.[0] ?? null;

/** An error page that tells of the inside. */
const errorTrace: Validator = (content) => {
  if (content.status !== 400 && content.status !== 500) return null;
  const found = traceIn(content.text);
  return found === null ? null : matched(found);
};

/** WordPress' XML-RPC tells whoever asks by GET that it takes POST. */
const xmlRpc: Validator = ({ status, text }) =>
  status === 405 && text.startsWith('XML-RPC server accepts POST requests only.')
    ? matched('XML-RPC server accepts POST requests only.')
    : null;

/** OpenID Connect Discovery section 4. */
const openIdConfiguration: Validator = (content) =>
  isFound(content) &&
  /^\s{0,64}\{/.test(content.text) &&
  /"issuer"\s{0,8}:\s{0,8}"https:/.test(content.text) &&
  /"(?:authorization_endpoint|jwks_uri)"\s{0,8}:/.test(content.text)
    ? matched('OpenID Connect configuration')
    : null;

/** https://www.sitemaps.org/protocol.html */
const sitemap: Validator = (content) =>
  isFound(content) && /<(?:urlset|sitemapindex)[\s>]/.test(content.text.slice(0, 1_000)) ? matched('Sitemap') : null;

/** A text for language models (https://llmstxt.org): Markdown that begins with a title. */
const llmsText: Validator = (content) =>
  isFound(content) &&
  !hasMarkup(content) &&
  /^text\/(?:plain|markdown)$/.test(essenceOf(content)) &&
  /^\uFEFF?# \S/.test(content.text)
    ? matched('Text for language models')
    : null;

/** https://w3c.github.io/webappsec-change-password-url/: a redirect to the page where passwords are changed. */
const changePassword: Validator = (content) =>
  [301, 302, 303, 307, 308].includes(content.status) && /^(?:https:\/\/|\/)/.test(headerOf(content, 'Location'))
    ? matched('Redirect to where passwords are changed')
    : null;

/** The tests of interfaces and well-known resources, by the name of what they find. */
export const interfaceFiles = {
  graphqlSchema,
  modelList,
  ollamaModels,
  openWebUi,
  errorTrace,
  xmlRpc,
  openIdConfiguration,
  sitemap,
  llmsText,
  changePassword,
};
