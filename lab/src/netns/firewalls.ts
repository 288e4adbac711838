import { endpoint } from '../hosts/endpoints.ts';
import type { Skipped } from '../services/service.ts';
import { ip, type Internet } from './namespaces.ts';

/** Hosts of which only this port is reachable; every other packet to them is dropped without a word. */
const walled = ['silent.lab', 'tarpit.lab'] as const;
const webPort = 443;

/**
 * Drops what comes to the walled hosts. Rules come before the table of local addresses, which has to move behind them:
 * a rule of type blackhole drops silently, where a route to nowhere would be told by ICMP.
 */
export function raiseFirewalls(internet: Internet): readonly Skipped[] {
  const rules = walled.flatMap((host) => {
    const { address } = endpoint(host);
    return [
      `rule add pref 10 to ${address} ipproto tcp dport ${webPort} lookup local`,
      `rule add pref 20 to ${address} blackhole`,
    ];
  });
  try {
    ip(['rule add pref 100 lookup local', 'rule del pref 0', ...rules], internet);
    return [];
  } catch {
    return walled.map((name) => ({ kind: 'skipped', name, reason: 'this kernel has no routing rules by port' }));
  }
}
