import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

/** The web server exposes the repository that the site is deployed from. */
export const fileGit = checkOf(pathsOf('git'), {
  id: 'file-git',
  title: 'No Git repository is served',
  finding: 'Git repository exposed',
  weakness: { cvss: 'confidentialRead', cwe: [527] },
  judge: () => 'the source code and its history can be downloaded',
});

/** A remote URL, a header or a URL rewrite in the git configuration contains a password or a token. */
export const fileGitCredentials = checkOf(pathsOf('git'), {
  id: 'file-git-credentials',
  title: 'No Git configuration with credentials is served',
  finding: 'Credentials in an exposed Git configuration',
  weakness: { cvss: 'secretsExposed', cwe: [527, 522] },
  judge: ({ mark }) => (mark === 'userinfo' ? 'the configuration of the repository contains credentials' : null),
});

/** Metadata of Subversion, Mercurial, and in deep mode of CVS and Bazaar. */
export const fileVcsOther = checkOf(pathsOf('vcs'), {
  id: 'file-vcs-other',
  title: 'No Subversion, Mercurial, CVS or Bazaar data is served',
  finding: 'Version control data exposed',
  weakness: { cvss: 'confidentialRead', cwe: [527] },
  judge: () => 'the source code can be reconstructed from it',
});
