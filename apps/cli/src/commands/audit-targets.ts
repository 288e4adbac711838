import type { AuditRequest } from '@perimeter/engine/runner/audit';
import type { SourceLine } from '@perimeter/report/forms/ending';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../argument-values.ts';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import type { Environment } from '../context.ts';
import { domainOf } from './target-domain.ts';

/** One audit to run, and the line of the file that lists it. */
export interface Target {
  request: AuditRequest;
  source: SourceLine | null;
  /** A URL was given: the domain of its host is audited, not the page. */
  isHostOfUrl: boolean;
}

/** A file's path relative to the root of the pipeline's repository; null if it is outside. */
function pathInRepository(file: string, env: Environment): string | null {
  const root = [env['GITHUB_WORKSPACE'], env['CI_PROJECT_DIR']].find((one) => one !== undefined && one !== '');
  const relative = path.relative(root ?? process.cwd(), path.resolve(file));
  const isInside = relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
  return isInside ? relative.split(path.sep).join('/') : null;
}

/** How the targets of a command are audited. */
type Manner = Pick<AuditArguments, 'scanMode' | 'authority'>;

/** Targets of perimeter.yml, each in its own mode unless one was given for the run. */
function fromConfiguration({ listed, isModeNamed, scanMode, authority }: AuditArguments, env: Environment): Target[] {
  return listed.map(({ domain, mode, file, line }) => {
    const inRepository = pathInRepository(file, env);
    const source = inRepository === null ? null : { path: inRepository, line };
    const manner = { scanMode: isModeNamed ? scanMode : (mode ?? scanMode), authority };
    return targetOf(domain, manner, ` in ${file}, line ${line}`, source);
  });
}

function targetOf(input: string, manner: Manner, where: string, source: SourceLine | null): Target {
  const { domain, isHostOfUrl } = domainOf(input, where);
  const { ascii, registrableDomain } = domain;
  return { request: { id: `aud_${randomUUID()}`, domain: ascii, registrableDomain, ...manner }, source, isHostOfUrl };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/u);
  } catch (error) {
    throw new UsageError(`Cannot read --targets ${file}: ${fileProblem(error)}`);
  }
}

/** One domain per line; text after # is a comment. */
function fromFile(file: string, manner: Manner, env: Environment): Target[] {
  const inRepository = file === '-' ? null : pathInRepository(file, env);
  return readLines(file).flatMap((text, index) => {
    const input = text.replace(/#.*$/u, '').trim();
    if (input === '') return [];
    const line = index + 1;
    const source = inRepository === null ? null : { path: inRepository, line };
    return [targetOf(input, manner, ` in --targets ${file}, line ${line}`, source)];
  });
}

/** The targets in the given order, without duplicates. */
export function targetsOf(args: AuditArguments, env: Environment): Target[] {
  const { domains, targets, scanMode, authority } = args;
  const manner = { scanMode, authority };
  const which = (index: number): string => (domains.length === 1 ? '' : ` in argument ${index + 1}`);
  const configured = fromConfiguration(args, env);
  // A domain on the command line uses its settings in the file.
  const asConfigured = (target: Target): Target => {
    const own = configured.find(({ request }) => request.domain === target.request.domain);
    if (own === undefined) return target;
    return {
      ...target,
      source: target.source ?? own.source,
      request: { ...target.request, scanMode: own.request.scanMode },
    };
  };
  const typed = domains.map((input, index) => targetOf(input, manner, which(index), null));
  const listed = targets === null ? [] : fromFile(targets, manner, env);
  const asked = [...typed, ...listed].map(asConfigured);
  const all = Map.groupBy(asked.length === 0 && targets === null ? configured : asked, ({ request }) => request.domain);
  const once = [...all.values()].flatMap((same) => same.find(({ source }) => source !== null) ?? same[0] ?? []);
  if (once.length === 0) throw new UsageError(`--targets ${targets ?? ''} contains no domain`);
  return once;
}
