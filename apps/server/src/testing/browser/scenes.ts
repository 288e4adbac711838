import type { Scene } from './scene.ts';
import { scenesOfAudits } from './scenes-of-audits.ts';
import { scenesOfBatches } from './scenes-of-batches.ts';
import { scenesOfDocuments } from './scenes-of-documents.ts';
import { scenesOfTools } from './scenes-of-tools.ts';
import { scenesOfSharing } from './scenes-of-sharing.ts';
import type { Stage } from './stage.ts';

/** Every page in every state that it has, by subject. */
export const scenesBySubject = ({ audits, sha256, links }: Stage) =>
  ({
    audits: scenesOfAudits(audits),
    documents: [...scenesOfDocuments(sha256), ...scenesOfSharing(audits, links)],
    tools: [...scenesOfTools, ...scenesOfBatches],
  }) satisfies Readonly<Record<string, readonly Scene[]>>;

/** Every page in every state that it has. */
export const scenesOf = (stage: Stage): readonly Scene[] => Object.values(scenesBySubject(stage)).flat();
