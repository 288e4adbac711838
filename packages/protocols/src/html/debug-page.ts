/** What a framework's debug page has, and nobody's article about it: elements and sentences of its template, all of them. */
export interface DebugPage {
  name: string;
  marks: readonly string[];
}

/** Debug pages of frameworks, by marks in lower case. */
const pages: readonly DebugPage[] = [
  { name: 'Django', marks: ['<code>debug = true</code>', 'django settings file'] },
  { name: 'Django', marks: ['django version:', 'exception location:', 'id="traceback"'] },
  { name: 'Laravel (Ignition)', marks: ['window.ignite', 'laravel'] },
  { name: 'Laravel', marks: ['laravel-exceptions-renderer'] },
  { name: 'Laravel', marks: ['class="exception-renderer"', 'laravel'] },
  { name: 'Whoops', marks: ['class="whoops container"'] },
  { name: 'Symfony', marks: ['class="exception-message-wrapper', 'symfony exception'] },
  { name: 'Symfony', marks: ['class="exception-hierarchy', 'class="exception-message'] },
  { name: 'Rails', marks: ['action controller: exception caught', 'rails.root:'] },
  { name: 'Rails', marks: ['rails.root:', 'id="framework-trace'] },
  { name: 'Sinatra or Rack', marks: ["you're seeing this error because you have", 'show_exceptions'] },
  { name: 'Werkzeug (Flask)', marks: ['// werkzeug debugger</title>'] },
  { name: 'Werkzeug (Flask)', marks: ['evalex = ', 'the debugger caught an exception'] },
  { name: 'Starlette (FastAPI)', marks: ['<title>starlette debugger</title>'] },
  { name: 'ASP.NET', marks: ['server error in ', '<b>stack trace:</b>', '<b>version information:</b>'] },
  {
    name: 'ASP.NET Core',
    marks: ['an unhandled exception occurred while processing the request', 'id="stackpage"'],
  },
  { name: 'Spring Boot', marks: ['<h1>whitelabel error page</h1>', 'at org.springframework.'] },
  { name: 'Apache Tomcat', marks: ['http status 500', 'at org.apache.catalina.'] },
  { name: 'Phoenix', marks: ['class="exception-info"', 'class="code-explorer"'] },
  { name: 'CodeIgniter', marks: ['displayed at ', 'codeigniter: ', 'class="backtrace"'] },
  { name: 'Yii', marks: ['class="call-stack"', 'yiiframework'] },
  { name: 'CakePHP', marks: ['class="stack-trace', 'cakephp'] },
  { name: 'Xdebug (PHP)', marks: ["class='xdebug-error"] },
  { name: 'Better Errors (Ruby)', marks: ['class="better-errors'] },
  { name: 'Express', marks: ['<pre>', 'at layer.handle', 'node_modules/express/'] },
];

/** Debug pages say what they are before they list everything. */
const maxCharacters = 256 * 1024;

/** The framework whose debug page a document is, and what shows it; null where it is none. */
export function debugPageOf(html: string): DebugPage | null {
  const text = html.slice(0, maxCharacters).toLowerCase().replaceAll('&#x27;', "'").replaceAll('&#39;', "'");
  return pages.find(({ marks }) => marks.every((mark) => text.includes(mark))) ?? null;
}
