import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Mozilla's Observatory as a running process, so that a scan's time excludes the start of the program, like ours.

/** A process that scans hosts one after the other, and reports the seconds of each scan. */
export function startObservatory(script: string): { secondsOf: (host: string) => Promise<number> } {
  const child = fork(fileURLToPath(import.meta.url), [path.join(path.dirname(script), 'scanner/index.js')]);
  return {
    secondsOf: async (host) => {
      child.send(host);
      const [seconds] = await once(child, 'message');
      return Number(seconds);
    },
  };
}

const [scanner] = process.argv.slice(2);
if (process.send !== undefined && scanner !== undefined) {
  const { scan }: { scan: (host: string) => Promise<unknown> } = await import(pathToFileURL(scanner).href);
  process.on('message', (host) => {
    const startMs = performance.now();
    const report = (): void => void process.send?.((performance.now() - startMs) / 1_000);
    // It fails for hosts with an unusable answer; the time counts nevertheless.
    void scan(String(host)).then(report, report);
  });
}
