import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import type { EngineSettings } from '@perimeter/engine/settings/settings';
import { readCeilings } from './ceilings.ts';
import type { Metering } from './metering.ts';
import { readBasePath, readPageUrl, readContact, readSourceAddresses, type WebSettings } from './web.ts';
import { readMetricsSettings, type MetricsSettings } from './metrics.ts';
import { readSigningSettings, readTimeStampSettings, type SigningSettings, type TimeStampSettings } from './signing.ts';
import { readIdentitySettings, type IdentitySettings } from './identity.ts';
import type { Environment } from './environment.ts';
import { readWhole, readWord, type WordOf } from './choices.ts';
import { readDatabase, readHost, readRole, type DatabaseSettings, type Role } from './process.ts';

export type LogLevel = WordOf<'PERIMETER_LOG_LEVEL'>;

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

type Part<K extends keyof ServerSettings> =
  | { ok: true; value: Pick<ServerSettings, K> }
  | { ok: false; problems: string[] };

type Answer = { ok: true } | { ok: false; problem: string } | { ok: false; problems: string[] };

const problemsOf = (...answers: readonly Answer[]): string[] =>
  answers.flatMap((answer) => (answer.ok ? [] : 'problems' in answer ? answer.problems : [answer.problem]));

/** The settings of the process: address, role, database, concurrency and log. */
function readProcess(env: Environment): Part<'host' | 'port' | 'role' | 'database' | 'concurrency' | 'logLevel'> {
  const host = readHost(env);
  const port = readWhole(env, 'PORT');
  const role = readRole(env);
  const database = readDatabase(env);
  const concurrency = readWhole(env, 'PERIMETER_CONCURRENCY');
  const logLevel = readWord(env, 'PERIMETER_LOG_LEVEL');
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
  const rateLimits = readWord(env, 'PERIMETER_RATE_LIMITS');
  const anonymousCredits = readWhole(env, 'PERIMETER_ANONYMOUS_CREDITS');
  const adminCredits = readWhole(env, 'PERIMETER_ADMIN_CREDITS');
  const shareSeconds = readWhole(env, 'PERIMETER_SHARE_SECONDS');
  const authority = readWord(env, 'PERIMETER_AUTHORITY');
  const active = readWord(env, 'PERIMETER_ACTIVE');
  const ceilings = readCeilings(env);
  const credits = anonymousCredits.ok && adminCredits.ok && shareSeconds.ok && ceilings.ok;
  if (metrics.ok && rateLimits.ok && credits && authority.ok && active.ok) {
    const metering = {
      anonymousCredits: anonymousCredits.value,
      adminCredits: adminCredits.value,
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
  const hstsSeconds = readWhole(env, 'PERIMETER_HSTS_SECONDS');
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
