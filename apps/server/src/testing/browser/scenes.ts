import { scenesOfTeams } from './accounts/teams.ts';
import type { Scene } from './scene.ts';
import { scenesOfAudits, scenesOfReading, scenesOfReports } from './scenes-of-audits.ts';
import { scenesOfBatches } from './scenes-of-batches.ts';
import { scenesOfDocuments, scenesOfDomains } from './scenes-of-documents.ts';
import { scenesOfAccounts, scenesOfKeys } from './scenes-of-tools.ts';
import { scenesOfLinks, scenesOfRisks } from './scenes-of-sharing.ts';
import type { Stage } from './stage.ts';

/** Every page in every state, by subject: each subject takes half a minute on an idle machine. */
export const scenesBySubject = ({ audits, sha256, links, invitation }: Stage) =>
  ({
    reports: scenesOfReports(audits),
    reading: scenesOfReading(audits),
    audits: scenesOfAudits(audits),
    risks: scenesOfRisks(audits),
    links: scenesOfLinks(audits, links),
    domains: scenesOfDomains,
    documents: scenesOfDocuments(sha256),
    keys: scenesOfKeys,
    accounts: scenesOfAccounts,
    teams: scenesOfTeams(invitation),
    batches: scenesOfBatches,
  }) satisfies Readonly<Record<string, readonly Scene[]>>;

/** Every page in every state. */
export const scenesOf = (stage: Stage): readonly Scene[] => Object.values(scenesBySubject(stage)).flat();
