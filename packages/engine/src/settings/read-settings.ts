import { readLibraries } from '../net/libraries/read-libraries.ts';
import { readNetSettings } from '../net/read-settings.ts';
import { readPreloadFile } from '../net/preload/preload.ts';
import { readRoutesFile } from '../net/routes/routes.ts';
import { readEdgeList } from '../net/edges/read-edge-list.ts';
import { readTakeoverList } from '../net/takeovers/read-takeover-list.ts';
import { readVrpsFile } from '../net/vrps/vrps.ts';
import { readTrustSettings } from '../pki/trust-lists/read-lists.ts';
import { extraAuthoritiesProblem } from './extra-authorities.ts';
import type { EngineSettings } from './settings.ts';
import type { ReadSetting, SetVariables } from '../net/environment/setting.ts';

/** PERIMETER_NOW is an ISO 8601 instant or epoch milliseconds. */
function readNow(env: SetVariables): ReadSetting<number | null> {
  const text = env['PERIMETER_NOW'];
  if (text === undefined || text === '') return { ok: true, value: null };
  const value = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isSafeInteger(value)
    ? { ok: true, value }
    : { ok: false, problem: 'PERIMETER_NOW is neither an ISO 8601 instant nor epoch milliseconds' };
}

/** Reads the engine's settings from the environment: all of them, or every problem at once with its variable. */
export function readEngineSettings(
  env: SetVariables,
): { ok: true; settings: EngineSettings } | { ok: false; problems: string[] } {
  const net = readNetSettings(env);
  const nowMs = readNow(env);
  // A list dated by the audit's clock is not in the future.
  const latestMs = Math.max(Date.now(), nowMs.ok ? (nowMs.value ?? 0) : 0);
  const trust = readTrustSettings(env, latestMs);
  const routes = readRoutesFile(env);
  const vrps = readVrpsFile(env);
  const libraries = readLibraries(env);
  const preload = readPreloadFile(env);
  const takeovers = readTakeoverList(env);
  const edges = readEdgeList(env);
  const extra = extraAuthoritiesProblem(env);
  const areFilesWhole = routes.ok && vrps.ok && libraries.ok && preload.ok && takeovers.ok && edges.ok;
  if (net.ok && nowMs.ok && trust.ok && areFilesWhole && extra === null) {
    const lists = { libraries: libraries.value, takeovers: takeovers.value, edges: edges.value };
    const files = { routes: routes.value, vrps: vrps.value, preloadList: preload.value, ...lists };
    return { ok: true, settings: { ...net.settings, ...trust.settings, ...files, nowMs: nowMs.value } };
  }
  const problems = [
    net.ok ? [] : net.problems,
    nowMs.ok ? [] : [nowMs.problem],
    trust.ok ? [] : trust.problems,
    routes.ok ? [] : [routes.problem],
    vrps.ok ? [] : [vrps.problem],
    libraries.ok ? [] : [libraries.problem],
    preload.ok ? [] : [preload.problem],
    takeovers.ok ? [] : [takeovers.problem],
    edges.ok ? [] : [edges.problem],
    extra ?? [],
  ];
  return { ok: false, problems: problems.flat() };
}
