import { countOf, hasMarkup, headerOf, isFound, isPage, matched, pageWith, type Validator } from './content.ts';
import { directoryList } from './listings.ts';

/** A text that has all of these lines. */
const text =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) =>
    isFound(content) && !hasMarkup(content) && countOf(content.text, tests) === tests.length ? matched(name) : null;

// Elements of its template, because articles about it have the same words.
const phpinfo = pageWith(
  'phpinfo()',
  /<title>(?:PHP [\d.]{3,12}\S{0,20} - )?phpinfo\(\)<\/title>/i,
  /<h1 class="p">PHP Version|<td class="e">(?:System|Build Date|Server API|PHP API)\b/i,
);

const apacheStatusPage = pageWith(
  'Apache Server Status',
  /<title>Apache Status<\/title>/i,
  /<dt>Server (?:Version|uptime):/i,
);
const apacheStatusText = text(
  'Apache Server Status',
  /^(?:Total Accesses|ServerUptimeSeconds): \d/m,
  /^Scoreboard: [\w.]/m,
);
/** The status of Apache, as a page or for programs (`?auto`). */
const apacheStatus: Validator = (content) => apacheStatusPage(content) ?? apacheStatusText(content);

const nginxStatus = text(
  'nginx stub_status',
  /^Active connections: \d+/,
  /^server accepts handled requests/m,
  /^Reading: \d/m,
);

const haproxyPage = pageWith(
  'Statistics Report for HAProxy',
  /<title>Statistics Report for HAProxy\b/,
  /<h2>Statistics Report for pid \d/,
);
/**
 * The statistics of HAProxy: every backend and server behind it; a node and a description may stand in its title. With
 * "stats admin" its tables have a form that stops servers.
 */
const haproxyStats: Validator = (content) => {
  const page = haproxyPage(content);
  return page !== null && content.text.includes('<option value="drain">Set state to DRAIN<')
    ? { mark: 'open', proof: [...page.proof, 'Set state to DRAIN'] }
    : page;
};

/** Metrics in Prometheus' text format. */
const prometheus: Validator = (content) => {
  const help = content.text.match(/^# HELP [a-zA-Z_:][\w:]{0,100} /gm)?.length ?? 0;
  const types =
    content.text.match(/^# TYPE [a-zA-Z_:][\w:]{0,100} (?:counter|gauge|histogram|summary|untyped)/gm)?.length ?? 0;
  // HELP lines may be left out.
  const count = Math.max(help, types);
  return isFound(content) && !hasMarkup(content) && count >= 3 && types >= 1
    ? matched(`${count} metrics of Prometheus`)
    : null;
};

const goProfiles = pageWith(
  'Profiles of Go (net/http/pprof)',
  /<title>\/debug\/pprof\/<\/title>/,
  /href=["']?goroutine\?debug=/,
  /href=["']?heap\?debug=/,
);

const goVariables = text('Variables of Go (expvar)', /^\s{0,16}\{/, /"cmdline":\s{0,8}\[/, /"memstats":\s{0,8}\{/);

// Its documentation has the name in its title, too: the profiler has it alone, and links to its own pages.
const symfonyProfiler = pageWith(
  'Symfony Profiler',
  /<title>\s{0,20}Symfony Profiler\s{0,20}<\/title>/i,
  /(?:href|src|action)=["'][^"'<>]{0,200}\/_profiler\/|<meta name="robots" content="noindex,\s?nofollow"/i,
);

/** Laravel's error page answers whether it may run solutions. */
const ignition: Validator = (content) =>
  isFound(content) &&
  /^\s{0,16}\{\s{0,16}"can_execute_commands"\s{0,8}:\s{0,8}(?:true|false)\s{0,16}\}\s*$/.test(content.text)
    ? matched('can_execute_commands')
    : null;

/** Endpoints of Spring Boot that give away environment or memory. */
const sensitiveEndpoints = ['env', 'heapdump', 'configprops', 'threaddump', 'loggers', 'jolokia'];

/** The index of Spring Boot's management endpoints, naming one that gives away secrets. */
const actuator: Validator = (content) => {
  if (!isFound(content) || !/^\s{0,16}\{\s{0,16}"_links"\s{0,8}:\s{0,8}\{/.test(content.text)) return null;
  const named = sensitiveEndpoints.filter((name) =>
    new RegExp(`"${name}(?:-\\w{1,40})?"\\s{0,8}:\\s{0,8}\\{\\s{0,16}"href"`).test(content.text),
  );
  return named.length === 0 ? null : matched('"_links"', ...named.slice(0, 3).map((name) => `"${name}"`));
};

/** The machine-readable description of an API. */
const apiDescription: Validator = (content) =>
  isFound(content) &&
  /^\s{0,64}\{/.test(content.text) &&
  /"(?:openapi|swagger)"\s{0,16}:\s{0,16}"[23]\.\d/.test(content.text) &&
  /"(?:paths|info)"\s{0,16}:\s{0,16}\{/.test(content.text)
    ? matched('OpenAPI description')
    : null;

/** The list of WordPress users: only ids are requested. */
const wordpressUsers: Validator = (content) => {
  const count = content.text.match(/\{\s{0,8}"id"\s{0,8}:\s{0,8}\d{1,12}\s{0,8}\}/g)?.length ?? 0;
  return isFound(content) && /^\s{0,16}\[\s{0,16}\{/.test(content.text) && count > 0
    ? matched('[{"id":<number>}]')
    : null;
};

const login =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) =>
    isPage(content) && countOf(content.text, tests) === tests.length ? { mark: 'login', proof: [name] } : null;

const wordpressLogin = login(
  'Login of WordPress',
  /<input\b[^<>]{0,300}\bname="log"/,
  /<input\b[^<>]{0,300}\bname="pwd"/,
);

/** phpMyAdmin: its login, or its main page where it logs in by itself. */
const phpMyAdmin: Validator = (content) => {
  if (!isPage(content) || !/phpMyAdmin/.test(content.text)) return null;
  if (/<input\b[^<>]{0,300}(?:\bname="pma_(?:username|password)"|\bid="input_username")/.test(content.text))
    return { mark: 'login', proof: ['Login of phpMyAdmin'] };
  const isMain =
    /<title>[^<]{0,300}phpMyAdmin(?: [\d.]{3,12}\S{0,20})?\s{0,20}<\/title>/.test(content.text) &&
    /<div id="pma_navigation"|<a\b[^<>]{0,300}(?:server_databases\.php|route=\/server\/databases)/.test(content.text);
  return isMain ? { mark: 'open', proof: ['phpMyAdmin without a login'] } : null;
};

const adminer = login(
  'Login of Adminer',
  /\bAdminer\b/,
  /<(?:select|input)\b[^<>]{0,300}\bname=['"]auth\[(?:driver|server|username)\]/,
);

/** Tomcat's manager by the realm that it asks a password for. */
const tomcatManager: Validator = (content) => {
  if (content.status === 401 && /realm="?Tomcat Manager Application/i.test(headerOf(content, 'WWW-Authenticate')))
    return { mark: 'login', proof: ['Login of Tomcat Manager'] };
  return isPage(content) &&
    /<title>\/manager<\/title>/.test(content.text) &&
    /<font\b[^<>]{0,200}>[^<]{0,40}Tomcat Web Application Manager/.test(content.text)
    ? { mark: 'open', proof: ['Tomcat Manager without a login'] }
    : null;
};

/** The tests of these files, by the name of the file. */
export const statusPages = {
  phpinfo,
  apacheStatus,
  nginxStatus,
  haproxyStats,
  prometheus,
  goProfiles,
  goVariables,
  symfonyProfiler,
  ignition,
  actuator,
  directoryList,
  apiDescription,
  wordpressUsers,
  wordpressLogin,
  phpMyAdmin,
  adminer,
  tomcatManager,
};
