import assert from 'node:assert/strict';
import { readEngineSettings } from '../../settings/read-settings.ts';
import type { ProbeContext } from '../probe.ts';
import { type ContextOptions, testContext } from './context.ts';

/** The context of an audit of a host of the lab, over the lab's own resolver and networks. */
export function labContext(domain: string, options: ContextOptions & { signal: AbortSignal }): ProbeContext {
  const read = readEngineSettings(process.env);
  assert.ok(read.ok);
  const settings = { ...read.settings, ...options.settings };
  const registrableDomain = domain.split('.').slice(-2).join('.');
  const startedAtMs = settings.nowMs ?? Date.now();
  return testContext({
    ...options,
    settings,
    target: { domain, registrableDomain, startedAtMs, seed: 'lab', ...options.target },
  });
}
