import { parseDomain } from '@perimeter/protocols/domain/name';
import type { ReadSetting, SetVariables } from '../../net/environment/setting.ts';

const maxNames = 8;

/** The operator's control names; null: none. */
export function readControlNames(env: SetVariables): ReadSetting<readonly string[] | null> {
  const names = (env['PERIMETER_CONTROL_NAMES'] ?? '').split(',').filter((name) => name.trim() !== '');
  if (names.length === 0) return { ok: true, value: null };
  const value = names.map((name) => parseDomain(name)).flatMap((one) => (one.ok ? [one.domain.ascii] : []));
  return value.length === names.length && value.length <= maxNames
    ? { ok: true, value }
    : { ok: false, problem: `PERIMETER_CONTROL_NAMES is not a list of up to ${maxNames} domain names` };
}
