import { pathCheck } from '../path-check.ts';

/** The web server serves the repository that the site is deployed from. */
export const fileGit = pathCheck({
  id: 'file-git',
  title: 'No Git repository is served',
  finding: 'Git repository exposed',
  weakness: { cvss: 'confidentialRead', cwe: [527] },
  group: 'git',
  means: 'the source code and its history can be downloaded',
});

/** The address of a remote, a header or a rewritten address holds a password or a token. */
export const fileGitCredentials = pathCheck({
  id: 'file-git-credentials',
  title: 'No Git configuration with credentials is served',
  finding: 'Credentials in an exposed Git configuration',
  weakness: { cvss: 'secretsExposed', cwe: [527, 522] },
  group: 'git',
  means: ({ mark }) => (mark === 'userinfo' ? 'the configuration of the repository contains credentials' : null),
});

/** Metadata of Subversion, Mercurial, and in deep mode of CVS and Bazaar. */
export const fileVcsOther = pathCheck({
  id: 'file-vcs-other',
  title: 'No Subversion, Mercurial, CVS or Bazaar data is served',
  finding: 'Version control data exposed',
  weakness: { cvss: 'confidentialRead', cwe: [527] },
  group: 'vcs',
  means: 'the source code can be reconstructed from it',
});
