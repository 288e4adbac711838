import { parseDomain } from '@perimeter/protocols/domain/name';

const maxNames = 8;

/** The operator's control names; null: none. */
export function readControlNames(
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; value: readonly string[] | null } | { ok: false; problem: string } {
  const names = (env['PERIMETER_CONTROL_NAMES'] ?? '').split(',').filter((name) => name.trim() !== '');
  if (names.length === 0) return { ok: true, value: null };
  const value = names.map((name) => parseDomain(name)).flatMap((one) => (one.ok ? [one.domain.ascii] : []));
  return value.length === names.length && value.length <= maxNames
    ? { ok: true, value }
    : { ok: false, problem: `PERIMETER_CONTROL_NAMES is not a list of up to ${maxNames} domain names` };
}
