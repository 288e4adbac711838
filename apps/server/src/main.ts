import { runAudit } from '@perimeter/engine/runner/audit';
import { findProof } from '@perimeter/engine/runner/opt-out/proof';
import { siteAddresses } from '@perimeter/engine/runner/site-addresses';
import { phasesOf } from './audits/phases.ts';
import { runProcess } from './process/run.ts';

await runProcess({ phasesOf, runAudit, siteAddresses, findProof });
