import { startEmbedded } from '../../database/embedded/start.ts';
import { secretInDirectory } from '../../secrets/server-secret.ts';
import { StartError } from '../../settings/start-error.ts';

/** What is opened in a data directory, by the word that asks for it. */
const opened = {
  database: async (dataDir: string) => startEmbedded(dataDir),
  secret: async (dataDir: string) => secretInDirectory(dataDir, async () => true),
};

// As a process that can run as another user: prints why it may not open the database or the secret of data directories.
const words = process.argv.slice(2);
for (let at = 0; at < words.length; at += 2) {
  const [what, dataDir = ''] = words.slice(at);
  const open = what === 'secret' ? opened.secret : opened.database;
  const said = await open(dataDir).then(
    () => `${what} opened`,
    (error: unknown) => (error instanceof StartError ? error.message : String(error)),
  );
  console.log(said);
}
process.exit(0);
