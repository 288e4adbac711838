// Replaces the typesetting process: misbehaves as the report's verification URL says.
import { existsSync, writeFileSync } from 'node:fs';
import type { RenderRequest } from '../rendering/messages.ts';

const kept: Buffer[] = [];

const faults: Readonly<Record<string, (file: string) => void>> = {
  /** Writes its process id to the file and never answers. */
  hang: (file) => writeFileSync(file, String(process.pid)),
  /** The same, and blocks its event loop, so that only a signal ends it. */
  spin: (file) => {
    writeFileSync(file, String(process.pid));
    for (;;);
  },
  grow: () => setInterval(() => kept.push(Buffer.alloc(32 * 1024 * 1024, kept.length + 1)), 20),
  die: () => process.exit(3),
  /** Writes its process id to the file and hangs; if the file exists, it answers. */
  once: (file) => {
    if (existsSync(file)) process.send?.({ kind: 'document', pdf: Buffer.from('%PDF-'), pages: 1, rssBytes: 1 });
    else writeFileSync(file, String(process.pid));
  },
  /** Answers, and exits before the next request. */
  leave: () => {
    process.send?.({ kind: 'document', pdf: Buffer.from(`%PDF-${process.pid}`), pages: 1, rssBytes: 1 }, () =>
      process.exit(0),
    );
  },
  /** Reports a large memory. */
  large: () =>
    process.send?.({ kind: 'document', pdf: Buffer.from(`%PDF-${process.pid}`), pages: 1, rssBytes: 2 ** 40 }),
  keep: () => process.send?.({ kind: 'document', pdf: Buffer.from(`%PDF-${process.pid}`), pages: 1, rssBytes: 1 }),
};

process.on('message', ({ options }: RenderRequest) => {
  const [fault = '', file = ''] = String(options.verifyUrl).split(':');
  faults[fault]?.(file);
});
process.on('disconnect', () => process.exit(0));
