import assert from 'node:assert/strict';
import { readEngineSettings } from '../../settings/read-settings.ts';
import type { ProbeContext } from '../probe.ts';
import { type ContextOptions, testContext } from './context.ts';

/**
 * The context of an audit of a lab host, over the lab's resolver and networks. Without a signal of the test, probes end
 * only by their own limits: another limit would turn into unknown evidence on a busy machine.
 */
export function labContext(domain: string, options: ContextOptions = {}): ProbeContext {
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
