import type { Scene } from './scene.ts';
import { scenesOfAudits } from './scenes-of-audits.ts';
import { scenesOfDocuments } from './scenes-of-documents.ts';
import { scenesOfTools } from './scenes-of-tools.ts';
import type { Stage } from './stage.ts';

/** Every page in every state that it has. */
export const scenesOf = ({ audits, sha256 }: Stage): readonly Scene[] => [
  ...scenesOfAudits(audits),
  ...scenesOfDocuments(sha256),
  ...scenesOfTools,
];
