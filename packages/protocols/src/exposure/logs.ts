import { hasMarkup, isFound, matched, pageWith, type FileContent, type Validator } from './content.ts';

/** Counts the lines that have the form of a log; their text is not kept. */
const logLines = (content: FileContent, form: RegExp, fewest = 2): number => {
  if (!isFound(content) || hasMarkup(content)) return 0;
  const count = content.text.split(/\r?\n/).filter((line) => form.test(line)).length;
  return count >= fewest ? count : 0;
};

const log =
  (form: RegExp, name: string): Validator =>
  (content) => {
    const count = logLines(content, form);
    return count === 0 ? null : matched(`${count} lines of ${name}`);
  };

/** Laravel's log, by Monolog's line format. */
const laravelLine =
  /^\[\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\]]{0,20}\] \w{1,40}\.(?:DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY): /;
const laravelLog: Validator = (content) => {
  // One exception with its trace may fill the part that was read.
  const fewest = /^(?:\[stacktrace\]|#0 \S+\(\d+\): )/m.test(content.text) ? 1 : 2;
  const count = logLines(content, laravelLine, fewest);
  return count === 0 ? null : matched(`${count} ${count === 1 ? 'entry' : 'entries'} of Laravel's log`);
};

/** PHP's error log, WordPress's debug.log among them. */
const phpLog = log(
  /^\[\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d [\w/+-]{1,40}\] (?:PHP (?:Notice|Warning|Fatal error|Parse error|Deprecated|Stack trace|\s+\d+\.)|WordPress database error|Cron )/,
  "PHP's error log",
);

/** Access and error logs of web servers. */
const serverLog = log(
  /^(?:\S{2,45} \S{1,60} \S{1,60} \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "|\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(?:error|warn|notice|crit|alert|info)\] \d+#|\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d(?:\.\d+)? \d{4}\] \[)/,
  "a web server's log",
);

/** The error log of ASP.NET, ELMAH. */
const elmah = pageWith('Error log of ELMAH', /<title>\s{0,40}Error log for/i, /elmah\.axd|ELMAH/);

/** The requests that ASP.NET recorded. */
const aspTrace = pageWith('Application Trace of ASP.NET', /Application Trace/, /trace\.axd\?id=|Physical Directory/i);

/** The tests of these files, by the name of the file. */
export const logFiles = { laravelLog, phpLog, serverLog, elmah, aspTrace };
