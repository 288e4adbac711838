import { countOf, headerOf, isFound, matched, type Validator } from './content.ts';
import { directoryList } from './listings.ts';

/** A page that shows all of these marks. */
const page =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) =>
    isFound(content) && countOf(content.text, tests) === tests.length ? matched(name) : null;

const phpinfo = page(
  'phpinfo()',
  /<title>(?:PHP [\d.]{3,12}\S{0,20} - )?phpinfo\(\)<\/title>/i,
  /PHP Version|class="e">System/i,
);

const apacheStatus = page('Apache Server Status', /<title>Apache Status<\/title>/i, /Server Version:|Server uptime:/i);

const nginxStatus = page('nginx stub_status', /^Active connections: \d+/, /server accepts handled requests/);

/** Metrics in Prometheus' text format. */
const prometheus: Validator = (content) => {
  const help = content.text.match(/^# HELP [a-zA-Z_:][\w:]{0,100} /gm)?.length ?? 0;
  const types =
    content.text.match(/^# TYPE [a-zA-Z_:][\w:]{0,100} (?:counter|gauge|histogram|summary|untyped)/gm)?.length ?? 0;
  return isFound(content) && help >= 3 && types >= 1 ? matched(`${help} metrics of Prometheus`) : null;
};

const goProfiles = page('Profiles of Go (net/http/pprof)', /<title>\/debug\/pprof\/<\/title>/, /goroutine/, /heap/);

const goVariables = page('Variables of Go (expvar)', /"cmdline":\s{0,8}\[/, /"memstats":\s{0,8}\{/);

const symfonyProfiler = page('Symfony Profiler', /<title>[^<]{0,100}Symfony Profiler/i, /token/i);

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
  if (!isFound(content) || !/^\s{0,16}\{\s{0,16}"_links"\s{0,8}:/.test(content.text)) return null;
  const named = sensitiveEndpoints.slice(0, 3).filter((name) => content.text.includes(`"${name}"`));
  return named.length === 0 ? null : matched('"_links"', ...named.map((name) => `"${name}"`));
};

/** The machine-readable description of an API. */
const apiDescription: Validator = (content) =>
  isFound(content) &&
  /^\s{0,64}\{/.test(content.text) &&
  /"(?:openapi|swagger)"\s{0,16}:\s{0,16}"[23]\.\d/.test(content.text) &&
  /"(?:paths|info)"\s{0,16}:\s{0,16}\{/.test(content.text)
    ? matched('OpenAPI description')
    : null;

/** The list of WordPress users: ids alone are asked for. */
const wordpressUsers: Validator = (content) => {
  const count = content.text.match(/\{\s{0,8}"id"\s{0,8}:\s{0,8}\d{1,12}\s{0,8}\}/g)?.length ?? 0;
  return isFound(content) && /^\s{0,16}\[\s{0,16}\{/.test(content.text) && count > 0
    ? matched('[{"id":<number>}]')
    : null;
};

const login =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) =>
    isFound(content) && countOf(content.text, tests) === tests.length ? { mark: 'login', proof: [name] } : null;

const wordpressLogin = login('Login of WordPress', /\bname="log"/, /\bname="pwd"/);

/** phpMyAdmin: its login, or its main page where it logs in by itself. */
const phpMyAdmin: Validator = (content) => {
  if (!isFound(content) || !/phpMyAdmin/.test(content.text)) return null;
  if (/name="pma_(?:username|password)"|id="input_username"/.test(content.text))
    return { mark: 'login', proof: ['Login of phpMyAdmin'] };
  return /<div id="pma_navigation"|server_databases\.php|route=\/server\/databases/.test(content.text)
    ? { mark: 'open', proof: ['phpMyAdmin without a login'] }
    : null;
};

const adminer = login('Login of Adminer', /\bAdminer\b/, /\bname=['"]auth\[(?:driver|server|username)\]/);

/** Tomcat's manager by the realm that it asks a password for. */
const tomcatManager: Validator = (content) => {
  if (content.status === 401 && /realm="?Tomcat Manager Application/i.test(headerOf(content, 'WWW-Authenticate')))
    return { mark: 'login', proof: ['Login of Tomcat Manager'] };
  return isFound(content) &&
    /<title>\/manager<\/title>/.test(content.text) &&
    /Tomcat Web Application Manager/.test(content.text)
    ? { mark: 'open', proof: ['Tomcat Manager without a login'] }
    : null;
};

/** The tests of these files, by the name of the file. */
export const statusPages = {
  phpinfo,
  apacheStatus,
  nginxStatus,
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
