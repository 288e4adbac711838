import { runAudit } from '@perimeter/engine/runner/audit';
import { phasesOf } from './phases.ts';
import { runProcess } from './process.ts';

await runProcess({ phasesOf, runAudit });
