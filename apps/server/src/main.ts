import { keepCompiled } from './compile-cache.ts';

keepCompiled();
const [{ runAudit }, { findProof }, { siteAddresses }, { phasesOf }, { runProcess }] = await Promise.all([
  import('@perimeter/engine/runner/audit'),
  import('@perimeter/engine/runner/opt-out/proof'),
  import('@perimeter/engine/runner/site-addresses'),
  import('./audits/phases.ts'),
  import('./process/run.ts'),
]);
await runProcess({ phasesOf, runAudit, siteAddresses, findProof });
