import { planted as plantedFile } from '../sites/exposure-sites.ts';
import { planted as plantedPage } from '../sites/planted.data.ts';

/** What of each planted secret is secret: not the words by which its kind is known, nor what every visitor is to have. */
const secrets = [
  plantedFile,
  ...Object.entries(plantedPage)
    .filter(([kind]) => kind !== 'publishable')
    .flatMap(([, key]) => key.replace(/^(?:sk_live_|ghp_)/, '').split(/-----[A-Z ]+-----|\n/)),
].filter((part) => part.length >= 6);

const runs = new Set(
  secrets.flatMap((secret) => Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6))),
);

/** Runs of six characters of what the lab's sites, mail servers and zones have planted that stand in a text. */
export const leaksIn = (text: string): string[] => [...runs].filter((run) => text.includes(run));
