import type { Ceiling, Ceilings } from '../audits/ceilings.ts';
import type { Environment, Read } from './environment.ts';

const most = 1_000_000;

/**
 * Per hour and day. A domain's hourly ceiling allows an audit per push to its repository; an address may serve many
 * domains.
 */
const defaults = { domain: '30/120', address: '60/240', authority: '6/24' } as const;

const variables = {
  domain: 'PERIMETER_DOMAIN_CEILING',
  address: 'PERIMETER_ADDRESS_CEILING',
  authority: 'PERIMETER_AUTHORITY_CEILING',
} as const;

function readCeiling(env: Environment, kind: keyof typeof defaults): Read<Ceiling> {
  const name = variables[kind];
  const text = env[name] || defaults[kind];
  if (text === 'off') return { ok: true, value: null };
  const [, hour = 0, day = 0] = (/^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? []).map(Number);
  return hour >= 1 && day >= hour && day <= most
    ? { ok: true, value: { hour, day } }
    : { ok: false, problem: `${name} is not off or audits per hour and per day such as ${defaults[kind]}` };
}

/** Reads the ceilings of audits per target. */
export function readCeilings(env: Environment): Read<Ceilings> {
  const domain = readCeiling(env, 'domain');
  const address = readCeiling(env, 'address');
  const authority = readCeiling(env, 'authority');
  if (!domain.ok) return domain;
  if (!address.ok) return address;
  if (!authority.ok) return authority;
  return { ok: true, value: { domain: domain.value, address: address.value, authority: authority.value } };
}
