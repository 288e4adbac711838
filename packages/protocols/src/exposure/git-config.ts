import { hasMarkup, isFound, matched, type Validator } from './content.ts';
import { isDrawn, isPassword, opensNothing, isProviderKey } from '../secrets/secret-value.ts';
import { maskedUrl, maskedValue } from './mask.ts';

/** Placeholders for a password where the user name is a token. */
const noPassword = /^(?:x|x-oauth-basic|x-token-auth|git|oauth2?|token|pass|password|api|none|)$/;

/** A log-in in a URL: a password, or a token in place of the name. Names of accounts are as long as tokens, and nobody draws them. */
export function isLogin(url: string): boolean {
  const { 1: user = '', 2: password = '' } = /^[a-z][a-z+]{1,9}:\/\/([^\s:@/]*):?([^\s@]*)@/i.exec(url) ?? [];
  if (!noPassword.test(password) && !isProviderKey(user))
    return !/^(?:anonymous|ftp)$/.test(user) && isPassword(password, user);
  return (isProviderKey(user) || (user.length >= 20 && isDrawn(user))) && !opensNothing(user);
}

const url = '((?:https?|ssh|ftps?|socks5h?):\\/\\/[^\\s:@/"]{0,256}:?[^\\s@"]{0,1024}@[a-z0-9.[-][^\\s"]{0,512})';

/** Where a URL can stand: remotes, Git LFS, proxies, and addresses that are put in place of others (`git help config`). */
const urlForms: readonly (readonly [form: RegExp, shown: (url: string) => string])[] = [
  [new RegExp(`^\\s{0,16}(?:push)?url\\s{0,8}=\\s{0,8}"?${url}`, 'gim'), (found) => `url = ${maskedUrl(found)}`],
  // A branch may name the address of its remote itself.
  [new RegExp(`^\\s{0,16}(?:push)?remote\\s{0,8}=\\s{0,8}"?${url}`, 'gim'), (found) => `remote = ${maskedUrl(found)}`],
  [new RegExp(`^\\s{0,16}lfsurl\\s{0,8}=\\s{0,8}"?${url}`, 'gim'), (found) => `lfsurl = ${maskedUrl(found)}`],
  [new RegExp(`^\\s{0,16}proxy\\s{0,8}=\\s{0,8}"?${url}`, 'gim'), (found) => `proxy = ${maskedUrl(found)}`],
  [
    new RegExp(`^\\s{0,16}(?:push)?insteadof\\s{0,8}=\\s{0,8}"?${url}`, 'gim'),
    (found) => `insteadOf = ${maskedUrl(found)}`,
  ],
  [new RegExp(`^\\s{0,16}\\[(?:url|http|credential|lfs)\\s{1,8}"${url}`, 'gim'), (found) => `["${maskedUrl(found)}"]`],
];

/** A header that is sent with every request: what follows its scheme opens the repository. */
const extraHeader =
  /^\s{0,16}extraheader\s{0,8}=\s{0,8}"?(authorization|proxy-authorization|private-token|job-token|deploy-token|x-[a-z-]{0,40}(?:token|key|auth)|cookie)\s{0,8}:\s{0,8}(?:(basic|bearer|token)\s{1,8})?([^\s"]{8,2048})/gim;

/** Passwords in password settings, and in the shell line of a helper. */
const setting =
  /^\s{0,16}(?:helper\s{0,8}=[^\n]{0,200}?\b(password)=|(password|token|oauthtoken|apikey|smtppass)\s{0,8}=\s{0,8}"?)([^\s"';}]{8,1024})/gim;

/** Credentials of a configuration, masked, each form once. */
function credentialsIn(text: string): string[] {
  const urls = urlForms.flatMap(([form, shown]) =>
    [...text.matchAll(form)]
      .map(({ 1: found = '' }) => found)
      .filter(isLogin)
      .map(shown),
  );
  const headers = [...text.matchAll(extraHeader)]
    .filter(({ 3: value = '' }) => !opensNothing(value))
    .map(({ 2: scheme = '', 3: value = '' }) =>
      `extraheader = <header> ${scheme.toLowerCase()} ${maskedValue(value)}`.replace('  ', ' '),
    );
  const passwords = [...text.matchAll(setting)]
    .filter(({ 3: value = '' }) => !opensNothing(value))
    .map(({ 1: inHelper, 2: name = '', 3: value = '' }) =>
      inHelper === undefined
        ? `${name.toLowerCase()} = ${maskedValue(value)}`
        : `helper: password=${maskedValue(value)}`,
    );
  return [...urls, ...headers, ...passwords];
}

/** What `git init` and `git clone` write; names of sections and settings are case-insensitive (`git help config`, "Syntax"). */
const repositorySigns = [
  /^\s*repositoryformatversion\s*=/im,
  /^\s*(?:bare|logallrefupdates|filemode)\s*=\s*(?:true|false)\b/im,
  /^\s*\[remote "[^"\n]{1,200}"\]\s*\n\s*(?:push)?url\s*=/im,
] as const;

/** The configuration of a repository; a password or a token in it is a secret. */
export const gitConfig: Validator = (content) => {
  if (!isFound(content) || hasMarkup(content) || !/^\s{0,16}\[core\]/im.test(content.text)) return null;
  const signs = repositorySigns.filter((one) => one.test(content.text));
  if (signs.length === 0) return null;
  const proof = ['[core]', signs[0] === repositorySigns[0] ? 'repositoryformatversion' : 'settings of a repository'];
  const credentials = credentialsIn(content.text);
  return credentials.length === 0
    ? matched(...proof)
    : { mark: 'userinfo', proof: [...proof, ...credentials.slice(0, 3)] };
};
