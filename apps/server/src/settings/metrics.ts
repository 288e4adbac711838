import { isIP } from 'node:net';
import type { Environment, Read } from './environment.ts';

/** Where metrics are served, separately from the API; null: nowhere. */
export type MetricsSettings = { host: string; port: number } | null;

/** Reads PERIMETER_METRICS: address and port, as [address]:port for IPv6. */
export function readMetricsSettings(env: Environment): Read<MetricsSettings> {
  const text = env['PERIMETER_METRICS'] ?? '';
  if (text === '') return { ok: true, value: null };
  const [, bracketed, plain, portText = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const isHost = bracketed === undefined ? isIP(host) === 4 || host === 'localhost' : isIP(host) === 6;
  return isHost && Number(portText) <= 65_535
    ? { ok: true, value: { host, port: Number(portText) } }
    : { ok: false, problem: 'PERIMETER_METRICS must be address:port ([address]:port for IPv6)' };
}
