import { runAudit } from '@perimeter/engine/runner/audit';
import { findProof } from '@perimeter/engine/runner/opt-out/proof';
import { siteAddresses } from '@perimeter/engine/runner/site-addresses';
import { phasesOf } from '../../audits/phases.ts';
import type { Engine } from '../../process/parts.ts';

/** The engine as main.ts gives it to the service. */
export const realEngine: Engine = { phasesOf, runAudit, siteAddresses, findProof };
