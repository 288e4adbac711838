import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import type { EngineSettings } from '@perimeter/engine/settings/settings';
import { readCeilings } from './ceilings.ts';
import { activeCallers, defaultAnonymousCredits, type Metering } from './metering.ts';
import { readBasePath, readPageUrl, readContact, readSourceAddresses, type WebSettings } from './web.ts';
import { readMetricsSettings, type MetricsSettings } from './metrics.ts';
import { readSigningSettings, readTimeStampSettings, type SigningSettings, type TimeStampSettings } from './signing.ts';
import { readIdentitySettings, type IdentitySettings } from './identity.ts';
import type { Environment } from './environment.ts';
import { readOneOf, readWhole } from './choices.ts';
import { readDatabase, readHost, readRole, type DatabaseSettings, type Role } from './process.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** All settings of the operator, read once at start. */
export interface ServerSettings {
  /** Address to listen on; loopback by default. */
  host: string;
  /** 0: any free port. */
  port: number;
  role: Role;
  database: DatabaseSettings;
  /** Maximum number of concurrent audits in this process. */
  concurrency: number;
  logLevel: LogLevel;
  /** Off only if a proxy in front limits callers. */
  rateLimits: 'on' | 'off';
  metering: Metering;
  web: WebSettings;
  engine: EngineSettings;
  identity: IdentitySettings;
  metrics: MetricsSettings;
  signing: SigningSettings;
  timeStamps: TimeStampSettings;
}

// Two years in seconds, as the browsers' preload list recommends.
const maxHstsSeconds = 63_072_000;

// A day in seconds: longer, a shared result would be outdated.
const maxShareSeconds = 86_400;

type Part<K extends keyof ServerSettings> =
  | { ok: true; value: Pick<ServerSettings, K> }
  | { ok: false; problems: string[] };

type Answer = { ok: true } | { ok: false; problem: string } | { ok: false; problems: string[] };

const problemsOf = (...answers: readonly Answer[]): string[] =>
  answers.flatMap((answer) => (answer.ok ? [] : 'problems' in answer ? answer.problems : [answer.problem]));

/** The settings of the process: address, role, database, concurrency and log. */
function readProcess(env: Environment): Part<'host' | 'port' | 'role' | 'database' | 'concurrency' | 'logLevel'> {
  const host = readHost(env);
  const port = readWhole(env, 'PORT', 8080, 0, 65_535);
  const role = readRole(env);
  const database = readDatabase(env);
  const concurrency = readWhole(env, 'PERIMETER_CONCURRENCY', 4, 1, 64);
  const logLevel = readOneOf(env, 'PERIMETER_LOG_LEVEL', logLevels, 'info');
  if (host.ok && port.ok && role.ok && database.ok && concurrency.ok && logLevel.ok) {
    const value = {
      host: host.value,
      port: port.value,
      role: role.value,
      database: database.value,
      concurrency: concurrency.value,
      logLevel: logLevel.value,
    };
    return { ok: true, value };
  }
  return { ok: false, problems: problemsOf(host, port, role, database, concurrency, logLevel) };
}

/** The settings for limits, credits and metrics. */
function readUse(env: Environment): Part<'rateLimits' | 'metering' | 'metrics'> {
  const metrics = readMetricsSettings(env);
  const rateLimits = readOneOf(env, 'PERIMETER_RATE_LIMITS', ['on', 'off'], 'on');
  const anonymousCredits = readWhole(env, 'PERIMETER_ANONYMOUS_CREDITS', defaultAnonymousCredits, 0, 1_000_000);
  const hasAdminCredits = (env['PERIMETER_ADMIN_CREDITS'] ?? '') !== '';
  const adminCredits = readWhole(env, 'PERIMETER_ADMIN_CREDITS', 0, 0, 1_000_000);
  const shareSeconds = readWhole(env, 'PERIMETER_SHARE_SECONDS', 60, 0, maxShareSeconds);
  // `assumed` is the value of earlier versions.
  const authority = readOneOf(env, 'PERIMETER_AUTHORITY', ['stated', 'assume', 'assumed'], 'stated');
  const active = readOneOf(env, 'PERIMETER_ACTIVE', activeCallers, 'all');
  const ceilings = readCeilings(env);
  const credits = anonymousCredits.ok && adminCredits.ok && shareSeconds.ok && ceilings.ok;
  if (metrics.ok && rateLimits.ok && credits && authority.ok && active.ok) {
    const metering = {
      anonymousCredits: anonymousCredits.value,
      adminCredits: hasAdminCredits ? adminCredits.value : null,
      shareSeconds: shareSeconds.value,
      assumesAuthority: authority.value !== 'stated',
      active: active.value,
      ceilings: ceilings.value,
    };
    return { ok: true, value: { rateLimits: rateLimits.value, metering, metrics: metrics.value } };
  }
  return {
    ok: false,
    problems: problemsOf(
      metrics,
      rateLimits,
      anonymousCredits,
      adminCredits,
      shareSeconds,
      authority,
      active,
      ceilings,
    ),
  };
}

/** The settings for browsers and security researchers. */
function readWeb(env: Environment): Part<'web'> {
  const hstsSeconds = readWhole(env, 'PERIMETER_HSTS_SECONDS', 0, 0, maxHstsSeconds);
  const securityContact = readContact(env, 'PERIMETER_SECURITY_CONTACT');
  const operatorContact = readContact(env, 'PERIMETER_OPERATOR_CONTACT');
  const sourceAddresses = readSourceAddresses(env);
  const basePath = readBasePath(env);
  const imprintUrl = readPageUrl(env, 'PERIMETER_IMPRINT_URL');
  const privacyUrl = readPageUrl(env, 'PERIMETER_PRIVACY_URL');
  const contacts = securityContact.ok && operatorContact.ok && sourceAddresses.ok;
  if (hstsSeconds.ok && contacts && basePath.ok && imprintUrl.ok && privacyUrl.ok) {
    const web = {
      hstsSeconds: hstsSeconds.value,
      securityContact: securityContact.value,
      operatorContact: operatorContact.value,
      sourceAddresses: sourceAddresses.value,
      basePath: basePath.value,
      imprintUrl: imprintUrl.value,
      privacyUrl: privacyUrl.value,
    };
    return { ok: true, value: { web } };
  }
  const answers = [hstsSeconds, securityContact, operatorContact, sourceAddresses, basePath, imprintUrl, privacyUrl];
  return { ok: false, problems: problemsOf(...answers) };
}

/** Reads all settings from the environment: returns all of them, or every problem, each naming its variable. */
export function readSettings(
  env: Environment,
): { ok: true; settings: ServerSettings } | { ok: false; problems: string[] } {
  const process = readProcess(env);
  const use = readUse(env);
  const web = readWeb(env);
  const signing = readSigningSettings(env);
  const timeStamps = readTimeStampSettings(env);
  const engine = readEngineSettings(env);
  // Workers do not authenticate callers.
  const identity = readIdentitySettings(env, (env['DATABASE_URL'] ?? '') !== '' && env['PERIMETER_ROLE'] !== 'worker');
  if (process.ok && use.ok && web.ok && signing.ok && timeStamps.ok && engine.ok && identity.ok) {
    const settings = {
      ...process.value,
      ...use.value,
      ...web.value,
      engine: engine.settings,
      identity: identity.value,
      signing: signing.value,
      timeStamps: timeStamps.value,
    };
    return { ok: true, settings };
  }
  return { ok: false, problems: problemsOf(process, use, web, signing, timeStamps, engine, identity) };
}
