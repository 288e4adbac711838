import { isIP } from 'node:net';
import { readWhole, readWord, textOf } from './choices.ts';
import type { Environment } from './environment.ts';

/** The cost of hashing a password (argon2id, RFC 9106). */
export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** The operator's settings for identifying callers, with defaults. */
export interface IdentitySettings {
  passwordCost: PasswordCost;
  /** Proxies whose client address is trusted: none, a number of hops, or networks. */
  trustProxy: false | number | string[];
  /** The origin of the service for browsers; null: that of the request's Host. */
  publicOrigin: string | null;
  signup: 'open' | 'closed';
  /** True if administrator rights need a second factor. */
  adminsNeedFactor: boolean;
  /** Retention of the security log in days. */
  securityLogDays: number;
  /** True if new accounts must confirm their address before they start audits or make keys. */
  confirmsAddresses: boolean;
  /** The secret for hashing API keys and encryption; null: one that is created and stored in the data directory. */
  secret: string | null;
  /** The previous secret, which stays valid during a changeover. */
  previousSecret: string | null;
  mail: { /** Null: messages go to the log. */ smtpUrl: string | null; from: string };
}

const leastSecretLength = 32;
const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(text: string): boolean {
  if (namedNetworks.has(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Undefined if the text is neither a number of hops nor a list of networks. */
function trustProxyOf(text: string): IdentitySettings['trustProxy'] | undefined {
  if (text === '') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** True if the service is reachable from other machines but no public URL is set. */
export const lacksAddress = ({
  host,
  identity: { publicOrigin },
}: {
  host: string;
  identity: Pick<IdentitySettings, 'publicOrigin'>;
}): boolean => publicOrigin === null && !/^(?:localhost|127\.|::1$)/.test(host);

/** Undefined if the text is not the URL of a whole site. */
function originOf(text: string): string | null | undefined {
  if (text === '') return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url.origin : undefined;
}

const isSmtpUrl = (text: string): boolean => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text);
const isMailbox = (text: string): boolean => /^[^\s<>"]+@[^\s<>"]+$|^[^<>"\r\n]+ <[^\s<>"]+@[^\s<>"]+>$/.test(text);

/** Reads the identity settings; the secret is required if several processes may have to share it. */
export function readIdentitySettings(
  env: Environment,
  mustShareSecret: boolean,
): { ok: true; value: IdentitySettings } | { ok: false; problems: string[] } {
  const trustProxy = trustProxyOf(env['PERIMETER_TRUST_PROXY'] ?? '');
  const securityLog = readWhole(env, 'PERIMETER_SECURITY_LOG_DAYS');
  const publicOrigin = originOf(env['PERIMETER_PUBLIC_URL'] ?? '');
  const signup = readWord(env, 'PERIMETER_SIGNUP');
  const adminFactor = readWord(env, 'PERIMETER_ADMIN_SECOND_FACTOR');
  // The secret and the mail server's URL, which may hold a password, are never quoted.
  const secret = env['PERIMETER_SECRET'] ?? '';
  const previousSecret = env['PERIMETER_SECRET_PREVIOUS'] ?? '';
  const smtpUrl = env['PERIMETER_SMTP_URL'] ?? '';
  const from = textOf(env, 'PERIMETER_MAIL_FROM');
  const problems = [
    trustProxy === undefined ? 'PERIMETER_TRUST_PROXY must be a number of hops or a list of networks' : '',
    publicOrigin === undefined ? 'PERIMETER_PUBLIC_URL is not a URL such as https://perimeter.example' : '',
    signup.ok ? '' : signup.problem,
    adminFactor.ok ? '' : adminFactor.problem,
    secret !== '' && secret.length < leastSecretLength ? 'PERIMETER_SECRET is shorter than 32 characters' : '',
    secret === '' && mustShareSecret
      ? 'PERIMETER_SECRET is required with DATABASE_URL: all processes must use the same one'
      : '',
    previousSecret !== '' && previousSecret.length < leastSecretLength
      ? 'PERIMETER_SECRET_PREVIOUS is shorter than 32 characters'
      : '',
    smtpUrl !== '' && !isSmtpUrl(smtpUrl) ? 'PERIMETER_SMTP_URL is not a URL such as smtps://user@host:465' : '',
    securityLog.ok ? '' : securityLog.problem,
    isMailbox(from) ? '' : 'PERIMETER_MAIL_FROM is not an address such as perimeter@example.com',
  ].filter((problem) => problem !== '');
  const areChosen = signup.ok && adminFactor.ok && securityLog.ok;
  if (problems.length > 0 || trustProxy === undefined || publicOrigin === undefined || !areChosen)
    return { ok: false, problems };
  return {
    ok: true,
    value: {
      passwordCost,
      trustProxy,
      publicOrigin,
      signup: signup.value === 'closed' ? 'closed' : 'open',
      adminsNeedFactor: adminFactor.value === 'required',
      securityLogDays: securityLog.value,
      confirmsAddresses: signup.value !== 'unconfirmed',
      secret: secret === '' ? null : secret,
      previousSecret: previousSecret === '' ? null : previousSecret,
      mail: { smtpUrl: smtpUrl === '' ? null : smtpUrl, from },
    },
  };
}
