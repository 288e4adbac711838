import assert from 'node:assert/strict';
import { readEngineSettings } from '../../settings/read-settings.ts';
import type { ProbeContext } from '../probe.ts';
import { type ContextOptions, testContext } from './context.ts';

/**
 * The context of an audit of a host of the lab, over the lab's own resolver and networks. Where a test gives no signal, probes end
 * by their own limits alone: a busy machine would turn another one into unknown evidence.
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
