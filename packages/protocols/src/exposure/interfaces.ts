import { debugPageOf } from '../html/debug-page.ts';
import { essenceOf, type FileContent, hasMarkup, headerOf, isFound, matched, type Validator } from './content.ts';
import { isRedirectStatus } from '../http/redirect-status.ts';

const isJsonObject = ({ text }: FileContent): boolean => /^(?:\u00ef\u00bb\u00bf)?\s{0,64}\{/.test(text);

/** The answer to the one question `{__schema{queryType{name}}}`; more may follow it than is read. Some servers add names of types. */
const schemaAnswer =
  /"__schema"\s{0,16}:\s{0,16}\{\s{0,16}(?:"__typename"\s{0,16}:\s{0,16}"\w{1,60}"\s{0,16},\s{0,16})?"queryType"\s{0,16}:\s{0,16}\{\s{0,16}(?:"__typename"\s{0,16}:\s{0,16}"\w{1,60}"\s{0,16},\s{0,16})?"name"\s{0,16}:\s{0,16}"[A-Za-z_]\w{0,60}"/;

const graphqlSchema: Validator = (content) =>
  isFound(content) && isJsonObject(content) && schemaAnswer.test(content.text)
    ? matched('"__schema": {"queryType": …}')
    : null;

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

/** The settings of Open WebUI, where they state that authentication is off. */
const openWebUi: Validator = (content) =>
  isFound(content) &&
  isJsonObject(content) &&
  /"name"\s{0,8}:\s{0,8}"[^"]{0,100}Open WebUI/.test(content.text) &&
  /"features"\s{0,8}:\s{0,8}\{[^{}]{0,2000}"auth"\s{0,8}:\s{0,8}false\b/.test(content.text)
    ? { mark: 'open', proof: ['Open WebUI with "auth": false'] }
    : null;

/** The first event of a server of the Model Context Protocol (revision 2024-11-05, "HTTP with SSE"): where its tools are called. */
const mcpEvents: Validator = (content) =>
  isFound(content) &&
  essenceOf(content) === 'text/event-stream' &&
  /^(?::[^\n]{0,200}\n|\s){0,9}event: ?endpoint\r?\ndata: ?\S/.test(content.text)
    ? { mark: 'open', proof: ['event: endpoint'] }
    : null;

/** Output of programs that fail: two lines of one form, or one line that no text has by chance. */
const traces: readonly (readonly [name: string, test: RegExp])[] = [
  // Tomcat writes the call alone on its line.
  ['Stack trace of Java', /(?:\sat |\n\s{1,8})[\w.$/@]{3,200}\([\w$]{1,100}\.(?:java|kt|scala|groovy):\d{1,6}\)/],
  ['Stack trace of Python', /Traceback \(most recent call last\):\s{1,20}File /],
  ['Stack trace of PHP', /(?:Fatal error|Uncaught \w{1,60})[^\n]{0,400} in (?:<b>)?\/[\w./-]{3,200}\.php/],
  ['Stack trace of .NET', /\sat [\w.<>`]{3,200}\([^)\n]{0,200}\) in [A-Z]:\\[^\n:]{1,200}:line \d{1,6}/],
  // Without files of symbols, the types of the arguments alone tell it from words of a text.
  ['Stack trace of .NET', /\sat (?:System|Microsoft)\.[\w.<>`+]{3,200}\([^)\n]{0,400}\)\s{1,8}at [\w.<>`+]{3,200}\(/],
  ['Stack trace of Node.js', /\sat (?:[^\n(]{1,100}\()?(?:file:\/\/)?\/[^\n)]{1,200}\.[cm]?[jt]s:\d{1,6}:\d{1,6}\b/],
  ['Stack trace of Ruby', /\/[\w./-]{3,200}\.rb:\d{1,6}:in [`'][^\n'`]{1,100}'/],
  ['Stack trace of .NET', /\sat [\w.<>`]{3,200}\([^)\n]{0,200}\) in \/[^\n:]{1,200}:line \d{1,6}/],
  ['Stack trace of Go', /goroutine \d{1,9} \[running\]:/],
  [
    'Error of a database',
    /(?:SQLSTATE\[\w{2,5}\]|ORA-\d{5}:|You have an error in your SQL syntax|Unclosed quotation mark after|PG::\w{3,40}Error|SQLITE_ERROR:|pg_query\(\):)/,
  ],
  [
    'Path of a file of the server',
    /(?<![\w"'=(/.:])(?:\/(?:var\/www|usr\/src|home\/[a-z][\w-]{0,31})\/[\w./-]{3,200}\.(?:php|py|rb|[cm]?js)\b|[A-Z]:\\(?:inetpub|www|xampp|wamp)\\[^\s<"]{3,200})/,
  ],
];

/** Line ends, tabs and spaces as pages and JSON write them. */
const written: readonly (readonly [form: RegExp, meant: string])[] = [
  [/<br\s{0,4}\/?>|(?:\\r)?\\n/gi, '\n'],
  [/\\t/g, '\t'],
  [/&nbsp;|&#160;|\u00c2?\u00a0/g, ' '],
];

/** The output of a program that failed; null where a text has none. */
export function traceIn(text: string): string | null {
  const plain = written.reduce((before, [form, meant]) => before.replaceAll(form, meant), text);
  // Paths of Windows have the signs of line ends in them.
  return traces.find(([, test]) => test.test(plain) || test.test(text))?.[0] ?? null;
}

/** PHP prints its errors into the page, whose status stays what it was, and always between line breaks (main/main.c, `html_errors`). */
const phpOutput =
  /<br \/>\r?\n<b>((?:Fatal|Parse) error|Warning)<\/b>:\s{1,4}[^\n]{1,1000} in <b>(?:\/|[A-Z]:\\)[^<\n]{3,300}<\/b> on line <b>\d{1,6}<\/b><br \/>/;

/** Elements in which texts about errors quote them. */
const quoting = ['pre', 'code', 'blockquote', 'article', 'textarea', 'samp'];

/** An error that is part of the page: not quoted, and not one that ends the program although the page is complete. */
function hasPhpOutput(text: string): boolean {
  const found = phpOutput.exec(text);
  if (found === null) return false;
  const before = text.slice(0, found.index).toLowerCase();
  const after = text.slice(found.index + found[0].length);
  const isQuoted = quoting.some((name) => before.lastIndexOf(`<${name}`) > before.lastIndexOf(`</${name}`));
  return !isQuoted && (found[1] === 'Warning' || !before.includes('<body') || !/<\/(?:body|html)>/i.test(after));
}

/** An error page that discloses internals: a debug page, or a trace with the status of an error. */
const errorTrace: Validator = ({ status, text }) => {
  const page = debugPageOf(text, status);
  if (page !== null) return matched(`Debug page of ${page.name}`);
  const isError = status === 400 || (status >= 500 && status <= 599);
  const found = isError ? traceIn(text) : null;
  if (found !== null) return matched(found);
  return [200, 400, 404, 500].includes(status) && hasPhpOutput(text) ? matched('Error of PHP') : null;
};

/** WordPress' XML-RPC answers a GET request that it accepts POST only. */
const xmlRpc: Validator = ({ status, text }) =>
  status === 405 && text.startsWith('XML-RPC server accepts POST requests only.')
    ? matched('XML-RPC server accepts POST requests only.')
    : null;

/** RFC 9309 section 2.2. */
const robotsText: Validator = (content) =>
  isFound(content) &&
  !hasMarkup(content) &&
  /^\s{0,16}(?:user-agent|disallow|allow|sitemap)\s{0,16}:/im.test(content.text)
    ? matched('Rules for crawlers')
    : null;

/** The card of an agent (Agent2Agent protocol, section 8.2): what it can do, for other agents to read. */
const agentCard: Validator = (content) =>
  isFound(content) &&
  isJsonObject(content) &&
  /"skills"\s{0,8}:\s{0,8}\[/.test(content.text) &&
  /"(?:capabilities|protocolVersion|defaultInputModes)"\s{0,8}:/.test(content.text)
    ? matched('Card of an agent')
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
  isRedirectStatus(content.status) && /^(?:https:\/\/|\/)/.test(headerOf(content, 'Location'))
    ? matched('Redirect to where passwords are changed')
    : null;

/** The tests of interfaces and well-known resources, by the name of what they find. */
export const interfaceFiles = {
  graphqlSchema,
  modelList,
  ollamaModels,
  openWebUi,
  mcpEvents,
  errorTrace,
  xmlRpc,
  robotsText,
  agentCard,
  openIdConfiguration,
  sitemap,
  llmsText,
  changePassword,
};
