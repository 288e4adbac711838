import type { ScanMode } from '@perimeter/contract/report';
import { parseDomain } from '@perimeter/protocols/domain/name';
import { UsageError, type Values } from '../argument-values.ts';
import type { Environment } from '../context.ts';
import { findConfiguration } from './find-file.ts';
import type { ReadFile } from './read-yaml.ts';

/** A domain in the file, as written there. */
export interface ListedTarget {
  domain: string;
  mode: ScanMode | undefined;
  file: string;
  line: number;
}

/** The configuration of a command; null without one. */
export async function configurationFor(values: Values, env: Environment, from: string): Promise<ReadFile | null> {
  const named = values['config'] === undefined ? null : String(values['config']);
  if (values['no-config'] === true) {
    if (named !== null) throw new UsageError('Use either --config or --no-config, not both');
    return null;
  }
  if (named === '') throw new UsageError('Missing file name for --config');
  const file = findConfiguration(named, env, from);
  // Loaded only when needed, because most commands have no configuration.
  return file === null ? null : (await import('./read-yaml.ts')).readConfiguration(file);
}

/** The domains that a file lists. */
export const listedIn = (read: ReadFile | null): ListedTarget[] =>
  (read?.values.targets ?? []).map(({ domain, mode }, index) => ({
    domain,
    mode,
    file: read?.file ?? '',
    line: read?.lineOf(['targets', index, 'domain']) ?? 1,
  }));

/** The domains that a file lists, in the form of reports. */
export const domainsOf = ({ values }: ReadFile): string[] =>
  (values.targets ?? []).map(({ domain }) => {
    const read = parseDomain(domain);
    return read.ok ? read.domain.ascii : domain.toLowerCase();
  });
