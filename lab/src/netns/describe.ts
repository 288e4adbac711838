import type { Skipped } from '../services/service.ts';
import type { Internet } from './namespaces.ts';
import { endpoints } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';

/** What a started lab consists of. */
export interface StartedLab {
  readonly internet: Internet;
  /** Variables of commands that run inside. */
  readonly environment: Readonly<Record<string, string>>;
  readonly skipped: readonly Skipped[];
  readonly silent: readonly string[];
  readonly startedInMs: number;
}

/** The message for a person who starts the lab: what runs, and how to use it. */
export function describeLab({ environment, skipped, silent, startedInMs }: StartedLab): string {
  const isHostile = ({ host }: Endpoint): boolean => host.startsWith('hostile-');
  const shown = endpoints.filter((row) => !isHostile(row));
  const width = Math.max(...shown.map(({ host }) => host.length));
  const rows = shown.map(({ host, address, what }) => `  ${host.padEnd(width)}  ${address.padEnd(14)} ${what}`);
  return [
    ...rows,
    `  and ${endpoints.filter(isHostile).length} hosts hostile-*.lab, and zones for what can be wrong with DNS: see lab/README.md`,
    '',
    ...skipped.map(({ name, reason }) => `Skipped ${name}: ${reason}`),
    ...(silent.length > 0 ? [`Not listening: ${silent.join(' ')}`] : []),
    `The lab is up after ${(startedInMs / 1000).toFixed(1)} s. In another terminal:`,
    '',
    '  npm run lab -- in npm run perimeter -- audit good.lab',
    '  npm run lab -- in curl -sI https://good.lab/',
    '  npm run lab -- path slow        (a 50 ms round trip; "path fast" goes back)',
    '',
    'A command started with "in" gets these variables:',
    ...Object.entries(environment).map(([name, value]) => `  ${name}=${value}`),
    '',
    'Ctrl-C ends it, and nothing of it is left.',
    '',
  ].join('\n');
}
