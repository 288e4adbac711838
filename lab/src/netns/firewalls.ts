import { endpoint } from '../hosts/endpoints.ts';
import type { Skipped } from '../services/service.ts';
import { ip, type Internet } from './namespaces.ts';

/** Hosts with only this port reachable; all other packets to them are dropped silently. */
const walled = ['silent.lab', 'tarpit.lab'] as const;
const webPort = 443;

/**
 * Drops packets to the walled hosts. Routing rules precede the table of local addresses, which must be moved after
 * them: a blackhole rule drops silently, whereas a blackhole route would cause ICMP errors.
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
