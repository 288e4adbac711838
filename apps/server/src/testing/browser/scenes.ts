import type { Scene } from './scene.ts';
import { scenesOfAudits } from './scenes-of-audits.ts';
import { scenesOfBatches } from './scenes-of-batches.ts';
import { scenesOfDocuments } from './scenes-of-documents.ts';
import { scenesOfTools } from './scenes-of-tools.ts';
import { scenesOfSharing } from './scenes-of-sharing.ts';
import type { Stage } from './stage.ts';

/** Every page in every state that it has. */
export const scenesOf = ({ audits, sha256, links }: Stage): readonly Scene[] => [
  ...scenesOfAudits(audits),
  ...scenesOfDocuments(sha256),
  ...scenesOfSharing(audits, links),
  ...scenesOfTools,
  ...scenesOfBatches,
];
