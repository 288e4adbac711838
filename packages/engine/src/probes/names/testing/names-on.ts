import assert from 'node:assert/strict';
import type { NamesEvidence } from '../../../evidence/names/schema.ts';
import type { TargetEvidence } from '../../../evidence/target/schema.ts';
import { subPrivateIp } from '../../../modules/subdomains/addresses.ts';
import { subCnameNxdomain, subCnameUnregistered, subMxUnregistered } from '../../../modules/subdomains/references.ts';
import { subTakeoverCname } from '../../../modules/subdomains/takeover.ts';
import { evidenceOn } from '../../../runner/testing/deep-audit.ts';

/** The names evidence of one lab site. */
export async function namesOn(
  domain: string,
  scanMode: TargetEvidence['scanMode'] = 'standard',
): Promise<NamesEvidence> {
  const { names } = await evidenceOn(domain, ['names'], { target: { scanMode } });
  assert.ok(names);
  return names;
}

/** Checks that need only names. */
const namesChecks = [subCnameNxdomain, subCnameUnregistered, subMxUnregistered, subPrivateIp, subTakeoverCname];

/** The checks of names that fail on a site, with their subjects. */
export async function failedOn(domain: string, scanMode: TargetEvidence['scanMode'] = 'standard'): Promise<string[]> {
  const names = await namesOn(domain, scanMode);
  const target = { domain, registrableDomain: domain, scanMode, seed: 'lab', startedAtMs: Date.now() };
  return namesChecks.flatMap((check) => {
    const outcome = check.evaluate({ names, target });
    return outcome.outcome === 'fail' ? [`${check.id} ${outcome.findings.map((one) => one.subject).join(' ')}`] : [];
  });
}
