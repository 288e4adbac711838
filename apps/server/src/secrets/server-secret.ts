import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '../settings/make-directory.ts';
import { StartError, systemReason, systemText } from '../settings/start-error.ts';

/** Written to a temporary file and linked, so that no process ever reads a partial secret. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (systemReason(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

const lost = (file: string): string =>
  `The secret in ${file} is missing, but the database has accounts whose keys need it. Restore the file from a backup, or set PERIMETER_SECRET`;

/**
 * The server's own secret in the data directory, created if there is none and no data depend on an earlier one. Throws
 * StartError.
 */
export async function secretInDirectory(dataDir: string, mayMake: () => Promise<boolean>): Promise<Buffer> {
  const file = path.join(dataDir, 'secret');
  try {
    await makeDirectory(dataDir, 0o711);
    const existing = await readFile(file, 'utf8').catch((error: unknown) => {
      if (systemReason(error) === 'ENOENT') return null;
      throw error;
    });
    if (existing === null && !(await mayMake())) throw new StartError(lost(file));
    if (existing === null) await writeOnce(file, `${randomBytes(32).toString('base64url')}\n`);
    const secret = Buffer.from((existing ?? (await readFile(file, 'utf8'))).trim());
    if (secret.length >= 32) return secret;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `Cannot read or create the secret in ${file}: ${systemText(error)}. Make the directory writable, repair the file, or set PERIMETER_SECRET`,
    );
  }
  throw new StartError(`The secret in ${file} is too short. Restore it from a backup, or set PERIMETER_SECRET`);
}
