import { hitOf, pathRows, testRows } from '../testing/evidence.ts';
import { fileAiAgent, fileCi, fileEditor, fileManifest } from './project.ts';

testRows([
  ...pathRows(fileManifest, hitOf('/composer.lock', 'manifest', 'composerLock'), 'fail', /exact versions/),
  ...pathRows(fileEditor, hitOf('/.DS_Store', 'editor', 'dsStore'), 'fail', /names of files/),
  ...pathRows(fileCi, hitOf('/Jenkinsfile', 'pipeline', 'jenkinsfile'), 'fail', /built and deployed/),
  ...pathRows(
    fileCi,
    hitOf('/docker-compose.yml', 'pipeline', 'composeFile', { mark: 'secret' }),
    'fail',
    /with credentials/,
  ),
  ...pathRows(fileAiAgent, hitOf('/CLAUDE.md', 'agent', 'agentNotes'), 'fail', /coding agents/),
]);
