/** Marks of a framework's debug page: elements and sentences of its template, all required. */
export interface DebugPage {
  name: string;
  marks: readonly string[];
  /**
   * Structure that an article about such a page lacks: tags, scripts, and the text of a title or heading. Left out where
   * the marks are of that kind themselves.
   */
  structure?: readonly string[];
}

/** Debug pages of frameworks, by marks in lower case. */
const pages: readonly DebugPage[] = [
  {
    name: 'Django',
    marks: ['<code>debug = true</code>', 'django settings file'],
    structure: ['id="summary"', 'id="explanation"'],
  },
  {
    name: 'Django',
    marks: ['django version:', 'exception location:', 'id="traceback"'],
    structure: ['id="traceback"', 'id="summary"'],
  },
  { name: 'Laravel (Ignition)', marks: ['window.ignite', 'laravel'], structure: ['window.ignite'] },
  { name: 'Laravel', marks: ['laravel-exceptions-renderer'] },
  {
    name: 'Laravel',
    marks: ['class="renderer container mx-auto', 'laravel'],
    structure: ['class="renderer container mx-auto'],
  },
  {
    name: 'Laravel',
    marks: ['class="exception-renderer"', 'laravel'],
    structure: ['class="exception-renderer"'],
  },
  { name: 'Whoops', marks: ['class="whoops container"'] },
  {
    name: 'Symfony',
    marks: ['class="exception-message-wrapper', 'symfony exception'],
    structure: ['class="exception-message-wrapper'],
  },
  { name: 'Symfony', marks: ['class="exception-hierarchy', 'class="exception-message'] },
  {
    name: 'Rails',
    marks: ['action controller: exception caught', 'rails.root:'],
    structure: ['<title>action controller: exception caught'],
  },
  { name: 'Rails', marks: ['rails.root:', 'id="framework-trace'], structure: ['id="framework-trace'] },
  { name: 'Rails', marks: ['<h1>blocked host', 'config.hosts'], structure: ['<h1>blocked host'] },
  {
    name: 'Sinatra or Rack',
    marks: ["you're seeing this error because you have", 'show_exceptions'],
    structure: ['id="explanation"'],
  },
  { name: 'Werkzeug (Flask)', marks: ['// werkzeug debugger</title>'] },
  {
    name: 'Werkzeug (Flask)',
    marks: ['evalex = ', 'the debugger caught an exception'],
    structure: ['evalex = '],
  },
  { name: 'Starlette (FastAPI)', marks: ['<title>starlette debugger</title>'] },
  {
    name: 'ASP.NET',
    marks: ['server error in ', '<b>stack trace:</b>', '<b>version information:</b>'],
    structure: ['<h1>server error in '],
  },
  {
    name: 'ASP.NET Core',
    marks: ['an unhandled exception occurred while processing the request', 'id="stackpage"'],
    structure: ['id="stackpage"'],
  },
  {
    name: 'Spring Boot',
    marks: ['<h1>whitelabel error page</h1>', 'at org.springframework.'],
    structure: ['<h1>whitelabel error page</h1>'],
  },
  // Each line of its trace is a call without "at", and its other words depend on the server's language.
  ...['org.apache.catalina.', 'org.apache.coyote.'].map((code): DebugPage => ({
    name: 'Apache Tomcat',
    marks: ['<h1>http status ', code, '.java:'],
    structure: ['<h1>http status '],
  })),
  { name: 'Phoenix', marks: ['class="exception-info"', 'class="code-explorer"'] },
  {
    name: 'CodeIgniter',
    marks: ['displayed at ', 'codeigniter: ', 'class="backtrace"'],
    structure: ['class="backtrace"'],
  },
  { name: 'Yii', marks: ['class="call-stack"', 'yiiframework'], structure: ['class="call-stack"'] },
  { name: 'CakePHP', marks: ['class="stack-trace', 'cakephp'], structure: ['class="stack-trace'] },
  { name: 'Xdebug (PHP)', marks: ["class='xdebug-error"] },
  { name: 'Better Errors (Ruby)', marks: ['class="better-errors'] },
  { name: 'Tracy (Nette)', marks: ['id="tracy-bs"', 'tracy'], structure: ['id="tracy-bs"'] },
  { name: 'Youch (Node.js)', marks: ['id="stack-frames-wrapper"'] },
  // Versions 1 to 3.
  { name: 'Youch (Node.js)', marks: ['class="error-frames"', 'class="frame-row-filepath"'] },
  {
    name: 'ColdFusion',
    marks: ['id="textsection1"', 'coldfusion', 'stack trace'],
    structure: ['id="textsection1"'],
  },
  { name: 'Lucee', marks: ['id="-lucee-err"'] },
  // The second is where Express 5 keeps its router.
  ...['node_modules/express/', 'node_modules/router/'].map((code): DebugPage => ({
    name: 'Express',
    marks: ['<pre>', 'at layer.handle', code],
    structure: ['<title>error</title>'],
  })),
];

/** Length of a body that is read; some templates put their scripts before the visible text. */
const maxCharacters = 2 * 1024 * 1024;

/** A page without the text between its tags, which may quote; titles, headings and scripts keep theirs. */
const skeletonOf = (text: string): string =>
  text.replaceAll(
    /<(title|h1|script)\b[^<>]{0,4096}>[^<]*|<[^<>]{0,4096}>|[^<]+|</g,
    (part, kept: string | undefined) => (kept !== undefined || part.startsWith('<') ? part : ' '),
  );

/**
 * The framework whose debug page a document is, and the proof; null where it is none. A document with a status of success
 * may be an article about such pages: it needs the structure of the template.
 */
export function debugPageOf(html: string, status: number): DebugPage | null {
  const text = html.slice(0, maxCharacters).toLowerCase().replaceAll('&#x27;', "'").replaceAll('&#39;', "'");
  const found = pages.filter(({ marks }) => marks.every((mark) => text.includes(mark)));
  if (found.length === 0 || status >= 400) return found[0] ?? null;
  const skeleton = skeletonOf(text);
  return found.find(({ marks, structure = marks }) => structure.every((mark) => skeleton.includes(mark))) ?? null;
}
