// The engine's processor time for the first standard audit of good.lab in a process, without loading and without
// rendering a report, inside the lab: node engine-alone.ts
import { runAudit } from '@perimeter/engine/runner/audit';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const before = process.cpuUsage();
const request = { id: 'bench', domain: 'good.lab', registrableDomain: 'good.lab', scanMode: 'standard' } as const;
const { ok } = await runAudit(request, { settings: read.settings });
const { user, system } = process.cpuUsage(before);
if (!ok) throw new Error('The audit of good.lab failed');
console.log(((user + system) / 1e6).toFixed(3));
process.exit(0);
