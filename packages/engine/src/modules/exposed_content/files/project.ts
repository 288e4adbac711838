import { pathCheck } from '../path-check.ts';

export const fileManifest = pathCheck({
  id: 'file-manifest',
  title: 'No dependency manifest of the server is served',
  finding: 'Dependency manifest exposed',
  weakness: { cvss: 'smallLeak', cwe: [538] },
  group: 'manifest',
  means: 'the exact versions of the installed packages',
});

export const fileEditor = pathCheck({
  id: 'file-editor',
  title: 'No file of an editor or a desktop is served',
  finding: 'Editor or desktop file exposed',
  weakness: { cvss: 'smallLeak', cwe: [538] },
  group: 'editor',
  means: 'names of files in this directory',
});

export const fileCi = pathCheck({
  id: 'file-ci',
  title: 'No build or deployment file is served',
  finding: 'Build or deployment file exposed',
  weakness: { cvss: 'internalDataRead', cwe: [538] },
  mode: 'deep',
  group: 'pipeline',
  means: ({ mark }) =>
    mark === 'secret'
      ? { what: 'how the application is built and deployed, with credentials', cvss: 'confidentialRead' }
      : 'how the application is built and deployed',
});

export const fileAiAgent = pathCheck({
  id: 'file-ai-agent',
  title: 'No file of a coding agent is served',
  finding: 'Coding agent file exposed',
  weakness: { cvss: 'smallLeak', cwe: [538] },
  mode: 'deep',
  group: 'agent',
  means: 'instructions or settings for coding agents, which describe the internals of the application',
});
