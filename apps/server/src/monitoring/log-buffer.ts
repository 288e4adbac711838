const flushAfterMs = 100;
const flushAtCharacters = 32 * 1024;
// Lines begin with their level; 30 is info.
const mayWait = /^\{"level":[123]0,/;

/** Where a log's lines go. */
export interface LogStream {
  write: (line: string) => void;
}

const flushes = new Set<() => void>();
process.once('exit', () => {
  for (const flush of flushes) flush();
});

/**
 * Gathers lines of information for a tenth of a second, because each write to a pipe stops the process; a warning goes
 * out at once with all before it, and what is left when the process ends goes out then.
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
