import { type ScanMode, scanMode } from '@perimeter/contract/report';
import { choice, fileOf, invalidValue, givenText, UsageError, type Values } from '../argument-values.ts';
import { type WritingArguments, writingOf } from './writing-arguments.ts';
import type { TypedLine } from '../command-form.ts';
import { configurationFor, type ListedTarget, listedIn } from '../config/audit-configuration.ts';
import { gateOf, shownValues } from '../config/gate-arguments.ts';
import { serverOf, type Settled, settle, shownConfiguration, withOrigin } from '../config/precedence.ts';
import type { ReadFile } from '../config/read-yaml.ts';
import type { Environment } from '../context.ts';
import type { Gate } from '../gate.ts';
import { type ServiceRun, serviceRunOf, splitPdfs } from '../server-mode/arguments.ts';

export const progressModes = ['auto', 'live', 'plain', 'none'] as const;
export type ProgressMode = (typeof progressModes)[number];

export interface AuditArguments extends WritingArguments {
  /** As they were typed. */
  domains: readonly string[];
  /** File with one domain per line; "-" is standard input. */
  targets: string | null;
  /** File with data from earlier audits for later ones; null: none. */
  memory: string | null;
  /** perimeter.yml; null: none. */
  configuration: ReadFile | null;
  /** Domains of the file, audited if no domain is given. */
  listed: readonly ListedTarget[];
  /** All settings with their origins, printed instead of auditing; null: audit. */
  shown: string | null;
  /** File with known findings; null: none. */
  baseline: string | null;
  /** The origin of each setting, by option. */
  origins: Settled['origins'];
  strictAccept: boolean;
  strictBaseline: boolean;
  /** True: the exit code does not depend on the verdict. */
  exitZero: boolean;
  scanMode: ScanMode;
  /** True if the mode was given for this run, which overrides the mode of targets in the file. */
  isModeNamed: boolean;
  /** The user states authority to test the domains. */
  authority: boolean;
  progress: ProgressMode;
  /** Audits that run concurrently. */
  parallel: number;
  gate: Gate;
  /** True: a provisional grade passes the gate. */
  allowIncomplete: boolean;
  /** How to use a service that runs the audits. */
  service: ServiceRun;
  /** File with stored evidence to evaluate instead of auditing. */
  from: string | null;
  /** File for the evidence; {domain} is replaced by the audited domain. */
  saveEvidence: string | null;
}

/** Audits side by side: more than these would be slowed by each other, and look like an attack to a shared host. */
const parallel = { usual: 4, most: 16 };

function parallelOf(values: Values): number {
  const value = values['parallel'] ?? String(parallel.usual);
  const number = /^[1-9]\d?$/u.test(String(value)) ? Number(value) : Number.POSITIVE_INFINITY;
  if (number > parallel.most) throw invalidValue('parallel', value, `an integer from 1 to ${parallel.most}`);
  return number;
}

/** The files of stored evidence, which is of one domain and of no service. */
function evidenceOf(values: Values, hasDomains: boolean): Pick<AuditArguments, 'from' | 'saveEvidence'> {
  const { server, memory } = values;
  const [from, saved] = [fileOf(values, 'from'), fileOf(values, 'save-evidence')];
  if (from !== null && (hasDomains || saved !== null || memory !== undefined))
    throw new UsageError('--from judges the evidence of a file: leave out domains, --save-evidence and --memory');
  if (server !== undefined && (from !== null || saved !== null))
    throw new UsageError('Evidence stays at the service: use --from and --save-evidence without --server');
  return { from, saveEvidence: saved };
}

/** Parses the arguments of `perimeter audit`, and the configuration; throws UsageError if they are invalid. */
export async function auditArguments(
  { values: typed, all, positionals }: TypedLine,
  env: Environment,
  cwd: string,
): Promise<AuditArguments> {
  const [targets, memory] = [fileOf(typed, 'targets'), fileOf(typed, 'memory')];
  fileOf(typed, 'baseline');
  const read = await configurationFor(typed, env, cwd);
  const settled = settle(typed, env, read);
  const { values, origins } = settled;
  const listed = listedIn(read);
  const isShown = typed['show-config'] === true;
  const located = { ...typed, server: serverOf(settled, typed, env) };
  const { pdfs, formats } = splitPdfs(all('format'));
  const service = serviceRunOf(located, all('resume'), pdfs);
  const { from, saveEvidence } = evidenceOf(located, positionals.length > 0 || targets !== null);
  const isNamed = positionals.length > 0 || targets !== null || service.resume.length > 0 || from !== null;
  if (!isNamed && listed.length === 0 && !isShown)
    throw new UsageError(
      `Missing domain. Usage: perimeter audit <domain>${read === null ? '' : `, or list domains under "targets:" in ${read.file}`}`,
    );
  return withOrigin(settled, () => {
    const gate = gateOf(values);
    const scanModeNow = choice(values, 'mode', scanMode.options, 'standard');
    const modeOrigin = origins.get('mode') ?? '';
    return {
      domains: positionals,
      targets,
      ...writingOf(values, formats, pdfs.length > 0),
      memory,
      configuration: read,
      listed,
      shown: isShown
        ? shownConfiguration(settled, read, shownValues(values, scanModeNow, service.address, gate))
        : null,
      baseline: givenText(values, 'baseline'),
      origins,
      strictAccept: values['strict-accept'] === true,
      strictBaseline: values['strict-baseline'] === true,
      exitZero: values['exit-zero'] === true,
      scanMode: scanModeNow,
      isModeNamed: modeOrigin.startsWith('--') || modeOrigin.startsWith('PERIMETER_'),
      authority: values['authorized'] === true || values['authority'] === true,
      progress: choice(values, 'progress', progressModes, 'auto'),
      parallel: parallelOf(values),
      gate,
      allowIncomplete: values['allow-incomplete'] === true,
      service,
      from,
      saveEvidence,
    };
  });
}
