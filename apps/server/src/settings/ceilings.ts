import type { Ceiling, Ceilings } from '../audits/ceilings.ts';
import { textOf } from './choices.ts';
import type { Environment, Read } from './environment.ts';
import { settingsTable } from './table.data.ts';

const most = 1_000_000;

const variables = {
  domain: 'PERIMETER_DOMAIN_CEILING',
  address: 'PERIMETER_ADDRESS_CEILING',
  authority: 'PERIMETER_AUTHORITY_CEILING',
} as const;

function readCeiling(env: Environment, kind: keyof typeof variables): Read<Ceiling> {
  const name = variables[kind];
  const text = textOf(env, name);
  if (text === 'off') return { ok: true, value: null };
  const [, hour = 0, day = 0] = (/^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? []).map(Number);
  return hour >= 1 && day >= hour && day <= most
    ? { ok: true, value: { hour, day } }
    : {
        ok: false,
        problem: `${name} is not off or audits per hour and per day such as ${settingsTable[name].fallback}`,
      };
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
