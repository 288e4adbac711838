import { hasMarkup, isCut, isFound, matched, type FileContent, type Validator } from './content.ts';
import { opensNothing } from '../secrets/secret-value.ts';
import { privateKeyIn } from '../secrets/private-key.ts';
import { credentialsAmong } from './credentials.ts';
import { jsonLeaves, jsonSettings } from './settings/json.ts';
import type { Settings } from './settings/settings.ts';
import { yamlSettings } from './settings/yaml.ts';
import { octetsOf } from '../secrets/octets.ts';

const isJson = (content: FileContent): boolean => isFound(content) && /^\s{0,64}\{/.test(content.text);

/** JSON with these members, as far as it was read. */
const json =
  (name: string, ...members: readonly string[]): Validator =>
  (content) =>
    isJson(content) && members.every((member) => new RegExp(`"${member}"\\s{0,8}:`).test(content.text))
      ? matched(name)
      : null;

/** A text in which each of these tests holds. */
const text =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) =>
    isFound(content) && !hasMarkup(content) && tests.every((test) => test.test(content.text)) ? matched(name) : null;

/** Passwords and tokens among the arguments of commands; variables of a shell are none. */
const argument =
  /(?<=[\s"',[=])--?((?:[a-z]{1,20}[-_.])*(?:requirepass|masterauth|password|passwd|token|client-secret|api-?key|secret-?key))(?:=|["']?,?\s+(?:-\s+)?)["']?(?![$-])([^\s"',\]]{4,1024})/g;

const commandSettings = (yaml: string): Settings =>
  [...yaml.replaceAll(/^\s*#.*$/gm, '').matchAll(argument)].map(({ 1: name = '', 2: value = '' }) => [
    /requirepass|masterauth/.test(name) ? 'password' : name,
    value,
  ]);

/** A file of a deployment in YAML; with credentials among its variables it is more than how the application is built. */
const deployment =
  (name: string, ...tests: readonly RegExp[]): Validator =>
  (content) => {
    const found = text(name, ...tests)(content);
    const credentials =
      found === null ? [] : credentialsAmong([...yamlSettings(content.text), ...commandSettings(content.text)], ': ');
    return credentials.length === 0 ? found : { mark: 'secret', proof: [name, ...credentials] };
  };

const composerLock = json('Lock file of Composer', 'packages', 'content-hash');
const packageLock = json('Lock file of npm', 'lockfileVersion');
const packageJson = json('Manifest of npm', 'name', '(?:dependencies|devDependencies|scripts)');
const yarnLock = text('Lock file of Yarn', /^# yarn lockfile v1$|^__metadata:$/m);
const gemfileLock = text('Lock file of Bundler', /^GEM$/m, /^ {2}specs:$/m);
const goMod = text('Manifest of Go', /^module \S{1,200}$/m, /^go \d\.\d+/m);
const pipLock = text(
  'Requirements of Python',
  /^[A-Za-z][\w.-]{1,60}(?:\[[\w,]{1,60}\])?==\d[\w.]{0,20}/m,
  /^(?:[A-Za-z#].{0,200}\r?\n){2}/,
);

/** The index of a folder that the Finder of macOS writes. */
const dsStore: Validator = (content) =>
  isFound(content) && content.text.startsWith('\0\0\0\u0001Bud1') ? matched('Bud1') : null;

const ideaWorkspace = text('Project of JetBrains', /^<\?xml version="1\.0"/, /<project version="\d"/);

/** Attributes of resources that hold credentials, besides those that any setting has (providers of AWS, Azure, Google, Kubernetes, TLS). */
const stateAttribute =
  /(?:^|_)(?:secret_string|private_key_(?:pem|openssh|pem_pkcs8)|(?:primary|secondary)_(?:blob_)?connection_string|connection_string|client_key|kube_config_raw|kube_admin_config_raw|smtp_password_v4|(?:primary|secondary)_(?:access|shared)_key|bcrypt_hash|user_data_secret)$/;

/** Resources that are secrets, with the attribute that holds the value. */
const secretAttribute =
  /^(?:random_password \S*\.result|azurerm_key_vault_secret \S*\.value|aws_ssm_parameter \S*\.value_wo|google_secret_manager_secret_version \S*\.secret_data|kubernetes_secret(?:_v1)? \S*\.(?:binary_)?data\.\S+|(?:github_(?:actions|dependabot|codespaces)_(?:\w+_)?secret) \S*\.plaintext_value|digitalocean_\w+ \S*\.secret_key|vault_(?:generic_secret|kv_secret(?:_v2)?) \S*\.data(?:_json)?\S*)$/;

/** Names of values beside a secret that are not secret. */
const besideSecret =
  /(?:^|[._/-])(?:user(?:name)?|login|host(?:name)?|port|url|uri|endpoint|database|db_?name|name|namespace|type|region|bucket|email|(?:ca|tls)\.crt)$/i;

/** Values of a state that are credentials, as settings. */
const stateSettings = (text: string): (readonly [string, string])[] => {
  const leaves = jsonLeaves(text);
  const isType = ({ path }: (typeof leaves)[number]): boolean => path.join('.') === 'resources.type';
  const encrypted = new Set(
    leaves.filter(({ path, value }) => path.at(-1) === 'type' && value === 'SecureString').map(({ object }) => object),
  );
  let type = '';
  const isSecret = (leaf: (typeof leaves)[number], name: string): boolean => {
    if (isType(leaf)) type = leaf.value;
    return (
      stateAttribute.test(name) ||
      (!besideSecret.test(name) &&
        (secretAttribute.test(`${type} ${leaf.path.join('.')}`) ||
          (leaf.path.at(-1) === 'value' && encrypted.has(leaf.object))))
    );
  };
  // A setting that only names a secret does not contain one.
  const members = jsonSettings(leaves)
    .map(
      ([name, value], at) => [leaves[at] !== undefined && isSecret(leaves[at], name) ? 'secret' : name, value] as const,
    )
    .filter(([name]) => !/_(?:id|name|arn|version|hash)$/.test(name));
  const sensitive = new Set(
    leaves.filter(({ path, value }) => path.at(-1) === 'sensitive' && value === 'true').map(({ object }) => object),
  );
  const outputs = leaves
    .filter(({ path, object }) => path.at(-1) === 'value' && sensitive.has(object))
    .map(({ value }) => ['secret', value] as const);
  return [...members, ...outputs];
};

/** The state of Terraform, which holds every password that it set, and often none. */
const terraformState: Validator = (content) => {
  if (!isJson(content) || !/"terraform_version"\s{0,8}:/.test(content.text)) return null;
  if (!/"(?:serial|lineage)"\s{0,8}:/.test(content.text)) return null;
  const credentials = credentialsAmong(stateSettings(content.text), ': ');
  return {
    mark: credentials.length > 0 ? 'secret' : 'no-secret',
    proof: ['"terraform_version"', '"lineage"', ...credentials],
  };
};

/** The key of a user of a cluster: a PEM in base64; the part that was read may end within it. */
const isClusterKey = (value: string, content: FileContent): boolean =>
  privateKeyIn(octetsOf(value) ?? '', isCut(content)) !== null;

/** Access to a cluster of Kubernetes; kubectl shows REDACTED and DATA+OMITTED in place of credentials. */
const kubeConfig: Validator = (content) => {
  if (!isFound(content) || hasMarkup(content)) return null;
  if (!/^apiVersion:\s{0,4}v1\s*$/m.test(content.text) || !/^clusters:/m.test(content.text)) return null;
  const values = [
    ...content.text.matchAll(
      /^\s{0,16}(token|client-key-data|password|client-secret|refresh-token|access-token):\s{0,4}["']?([^\s"']{4,4096})/gm,
    ),
  ];
  const isSecret = values.some(({ 1: name, 2: value = '' }) =>
    name === 'client-key-data' ? isClusterKey(value, content) : !opensNothing(value),
  );
  return { mark: isSecret ? 'secret' : 'no-secret', proof: ['kind: Config', 'clusters:'] };
};

const gitlabCi = deployment('Pipeline of GitLab', /^(?:stages|image|default|include):/m, /^\s{1,8}script:\s*$/m);
const jenkinsfile = text('Pipeline of Jenkins', /^\s{0,8}(?:pipeline|node)\b[^\n]{0,60}\{/m, /\b(?:stage|steps)\b/);
const dockerfile = text('Dockerfile', /^FROM [\w./:@-]{2,200}/m, /^(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR) /m);
const composeFile = deployment('Compose file of Docker', /^services:\s*$/m, /^\s{1,8}(?:image|build):/m);
const agentSettings = json('Settings of a coding agent', '(?:permissions|mcpServers)');
const agentNotes = text(
  'Notes for coding agents',
  /^# \S/m,
  /\b(?:CLAUDE\.md|Claude Code|AGENTS\.md|agents?|repository)\b/i,
);

/** The tests of these files, by the name of the file. */
export const manifestFiles = {
  composerLock,
  packageLock,
  packageJson,
  yarnLock,
  gemfileLock,
  goMod,
  pipLock,
  dsStore,
  ideaWorkspace,
  terraformState,
  kubeConfig,
  gitlabCi,
  jenkinsfile,
  dockerfile,
  composeFile,
  agentSettings,
  agentNotes,
};
