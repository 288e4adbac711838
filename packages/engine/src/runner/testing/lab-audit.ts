import assert from 'node:assert/strict';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { type AuditResult, runAudit } from '../audit.ts';
import { failOnBug } from './on-bug.ts';

/** What an audit of a lab host has apart from the usual: variables beside those of the lab, and the rest of its request. */
interface LabAudit {
  variables?: Readonly<Record<string, string>>;
  scanMode?: 'standard' | 'deep';
  memory?: Parameters<typeof runAudit>[1]['memory'];
}

/** Audits a host of the lab, whose id is "aud_lab". Fails the test if the audit fails, or throws anywhere. */
export async function labAudit(domain: string, { variables, scanMode = 'standard', memory = null }: LabAudit = {}) {
  const read = readEngineSettings({ ...process.env, ...variables });
  assert.ok(read.ok);
  const request = { id: 'aud_lab', domain, registrableDomain: domain, scanMode } as const;
  const result: AuditResult = await runAudit(request, { settings: read.settings, memory, onBug: failOnBug });
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}
