const flushAfterMs = 100;
const flushAtCharacters = 32 * 1024;
// Each line begins with its level; 30 is info.
const mayWait = /^\{"level":[123]0,/;

/** The destination of log lines. */
export interface LogStream {
  write: (line: string) => void;
}

const flushes = new Set<() => void>();
process.once('exit', () => {
  for (const flush of flushes) flush();
});

/**
 * Buffers info lines for a tenth of a second, because each write to a pipe blocks the process. A warning is written at
 * once with all lines before it, and the rest when the process ends.
 */
export function bufferLog(target: LogStream): LogStream {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    gathered = '';
    if (lines !== '') target.write(lines);
  };
  flushes.add(flush);
  return {
    write: (line) => {
      gathered += line;
      if (gathered.length >= flushAtCharacters || !mayWait.test(line)) flush();
      else timer ??= setTimeout(flush, flushAfterMs).unref();
    },
  };
}
