import { planted as plantedFile } from '../sites/exposure-sites.ts';
import { planted as plantedPage } from '../sites/planted.data.ts';

/** The secret parts of planted values, without prefixes that identify their kind, and without what is public. */
const secrets = [
  plantedFile,
  ...Object.entries(plantedPage)
    .filter(([kind]) => kind !== 'publishable')
    .flatMap(([, key]) => key.replace(/^(?:sk_live_|ghp_)/, '').split(/-----[A-Z ]+-----|\n/)),
].filter((part) => part.length >= 6);

const runs = new Set(
  secrets.flatMap((secret) => Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6))),
);

/** All six-character parts of secrets planted in the lab's sites, mail servers and zones that occur in a text. */
export const leaksIn = (text: string): string[] => [...runs].filter((run) => text.includes(run));
