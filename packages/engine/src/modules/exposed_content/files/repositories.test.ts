import { hitOf, pathRows, swept, testRows } from '../testing/evidence.ts';
import { fileGit, fileGitCredentials, fileVcsOther } from './repositories.ts';

const config = hitOf('/.git/config', 'git', 'gitConfig', {
  mark: 'userinfo',
  proof: ['[core]', 'url = https://<redacted 6 characters>:<redacted 24 characters>@git.lab'],
});

testRows([
  ...pathRows(fileGit, hitOf('/.git/HEAD', 'git', 'gitHead'), 'fail', /\/\.git\/HEAD is served[^]*curl -ski -r 0-4095/),
  ...pathRows(fileGitCredentials, config, 'fail', /@git\.lab/),
  [fileGitCredentials, 'a configuration without them', swept([{ ...config, mark: 'content' }]), 'pass', /none serves/],
  ...pathRows(fileVcsOther, hitOf('/.svn/wc.db', 'vcs', 'sqliteFile'), 'fail', /reconstructed/),
]);
