import { testModule } from '../../catalogue/testing/module.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { siteSituations } from '../derive/http/testing/situations.ts';
import { crossOrigin } from './module.ts';

const full = (evidence: SomeEvidence): SomeEvidence => ({ ...evidence, behaviour: noBehaviour });

testModule(crossOrigin, {
  silent: { evidence: siteSituations.silent.evidence.map(full) },
  refused: { evidence: siteSituations.refused.evidence.map(full) },
  walled: { evidence: siteSituations.walled?.evidence.map(full) ?? [] },
  hostile: siteSituations.hostile.map(full),
});
