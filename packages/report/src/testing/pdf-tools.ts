import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** False if the tool is installed, else the reason for skipping. */
export const toolMissing = (tool: string): string | false =>
  spawnSync(tool, ['-v']).error === undefined ? false : `${tool} is not on this machine (Debian: poppler-utils, qpdf)`;

/** Runs a tool in a separate folder that contains the file as report.pdf; returns its exit code and output. */
export function withPdf<T>(
  pdf: Uint8Array,
  use: (run: (tool: string, ...args: string[]) => { status: number | null; output: string }, folder: string) => T,
): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-pdf-'));
  try {
    writeFileSync(path.join(folder, 'report.pdf'), pdf);
    return use((tool, ...args) => {
      const { status, stdout, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' });
      return { status, output: stdout + stderr };
    }, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
