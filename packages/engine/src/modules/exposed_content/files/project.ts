import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

export const fileManifest = checkOf(pathsOf('manifest'), {
  id: 'file-manifest',
  title: 'No dependency manifest of the server is served',
  finding: 'Dependency manifest exposed',
  weakness: { cvss: 'smallLeak', cwe: [538] },
  judge: () => 'the exact versions of the installed packages',
});

export const fileEditor = checkOf(pathsOf('editor'), {
  id: 'file-editor',
  title: 'No file of an editor or a desktop is served',
  finding: 'Editor or desktop file exposed',
  weakness: { cvss: 'smallLeak', cwe: [538] },
  judge: () => 'names of files in this directory',
});

export const fileCi = checkOf(pathsOf('pipeline'), {
  id: 'file-ci',
  title: 'No build or deployment file is served',
  finding: 'Build or deployment file exposed',
  weakness: { cvss: 'internalDataRead', cwe: [538] },
  mode: 'deep',
  judge: ({ mark }) =>
    mark === 'secret'
      ? { description: 'how the application is built and deployed, with credentials', cvss: 'confidentialRead' }
      : 'how the application is built and deployed',
});

export const fileAiAgent = checkOf(pathsOf('agent'), {
  id: 'file-ai-agent',
  title: 'No file of a coding agent is served',
  finding: 'Coding agent file exposed',
  weakness: { cvss: 'smallLeak', cwe: [538] },
  mode: 'deep',
  judge: () => 'instructions or settings for coding agents, which describe the internals of the application',
});
