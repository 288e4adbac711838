import type { GeneratedFile } from './repo-root.ts';
import { askedNamesPage } from './asked-names.ts';
import { askedPortsPage } from './asked-ports.ts';
import { askedRequestsPage } from './asked-requests.ts';
import { architectureWithFlow } from './architecture.ts';
import { checkPages } from './check-pages.ts';
import { exposedPathsPage } from './exposed-paths.ts';
import { securityWithPorts } from './ports.ts';
import { proseModule, sourcesModule } from './prose.ts';
import { readmeWithModules } from './readme.ts';
import { reportSchema } from './report-schema.ts';
import { rootList } from './roots.ts';
import { samples } from './samples.ts';
import { operationsWithSettings } from './settings.ts';
import { guideWithSubjects } from './subjects.ts';
import { tlsCoverage } from './tls-coverage.ts';

/** The files that are made from the modules and schemas of the packages. */
export const fromRegistry = (): GeneratedFile[] => [
  proseModule(),
  sourcesModule(),
  ...checkPages(),
  readmeWithModules(),
  guideWithSubjects(),
  operationsWithSettings(),
  architectureWithFlow(),
  securityWithPorts(),
  exposedPathsPage(),
  askedNamesPage(),
  askedPortsPage(),
  askedRequestsPage(),
  reportSchema(),
  rootList(),
  tlsCoverage(),
  ...samples(),
];
