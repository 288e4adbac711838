import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { canonicalName } from '@perimeter/protocols/dns/name';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { parseAddressPort } from './address-port.ts';
import { readAnchors } from './dnssec/anchors.ts';
import { fileProblem } from './file-problem.ts';
import { readRegistries } from './registration/read-registries.ts';
import { readSources } from './sources/read-sources.ts';
import { isFullName } from './smtp/opening.ts';
import type { NetSettings } from './settings.ts';
import type { ReadSetting, SetVariables } from './environment/setting.ts';
import { isJsonObject, jsonOrNull } from '@perimeter/protocols/json';

const defaultContactUrl = 'https://github.com/perimeter-audit/perimeter#who-is-probing-me';

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function readResolvers(env: SetVariables): ReadSetting<NetSettings['resolvers']> {
  const parsed = listOf(env['PERIMETER_RESOLVERS']).map((item) => ({ item, server: parseAddressPort(item, 53) }));
  const bad = parsed.find(({ server }) => server === null);
  if (bad !== undefined) {
    return { ok: false, problem: `PERIMETER_RESOLVERS: "${bad.item}" is not address:port ([address]:port for IPv6)` };
  }
  return { ok: true, value: parsed.flatMap(({ server }) => (server === null ? [] : [server])) };
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}

function readAllowNetworks(env: SetVariables): ReadSetting<readonly string[]> {
  const networks = listOf(env['PERIMETER_ALLOW_NETWORKS']);
  const bad = networks.find((network) => !isNetwork(network));
  return bad === undefined
    ? { ok: true, value: networks }
    : { ok: false, problem: `PERIMETER_ALLOW_NETWORKS: "${bad}" is not a range such as 203.0.113.0/24` };
}

function readTrustAnchors(env: SetVariables): ReadSetting<string | null> {
  const path = env['PERIMETER_TRUST_ANCHORS'];
  if (path === undefined || path === '') return { ok: true, value: null };
  try {
    const text = readFileSync(path, 'utf8');
    if (readAnchors(text).length > 0) return { ok: true, value: text };
    return { ok: false, problem: 'PERIMETER_TRUST_ANCHORS: the file holds no DS and no DNSKEY record' };
  } catch (error) {
    const why = error instanceof ProtocolError ? error.message : fileProblem(error);
    return { ok: false, problem: `PERIMETER_TRUST_ANCHORS: the file cannot be read: ${why}` };
  }
}

function readDialMap(env: SetVariables): ReadSetting<ReadonlyMap<string, string>> {
  const text = env['PERIMETER_DIAL_MAP'];
  if (text === undefined || text === '') return { ok: true, value: new Map() };
  const problem = 'PERIMETER_DIAL_MAP is not a JSON object of "address:port": "address:port"';
  const read = jsonOrNull(text);
  if (!isJsonObject(read)) return { ok: false, problem };
  const entries = Object.entries(read).map(([from, to]) => [from, String(to)] as const);
  const valid = entries.every(
    ([from, to]) => (from === '*' || parseAddressPort(from) !== null) && parseAddressPort(to) !== null,
  );
  return valid ? { ok: true, value: new Map(entries) } : { ok: false, problem };
}

function readContactUrl(env: SetVariables): ReadSetting<string> {
  const url = env['PERIMETER_CONTACT_URL'] || defaultContactUrl;
  return /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url)
    ? { ok: true, value: url }
    : { ok: false, problem: 'PERIMETER_CONTACT_URL is not an http or https URL' };
}

/** Reserved by IANA for such uses (RFC 2606 section 3). */
const defaultRecursionName = 'example.com';

function readRecursionName(env: SetVariables): ReadSetting<string> {
  const problem = 'PERIMETER_RECURSION_NAME is not a domain name';
  try {
    const value = canonicalName(env['PERIMETER_RECURSION_NAME'] || defaultRecursionName);
    return value === '.' ? { ok: false, problem } : { ok: true, value };
  } catch (error) {
    if (error instanceof ProtocolError) return { ok: false, problem };
    throw error;
  }
}

function readSmtpName(env: SetVariables): ReadSetting<string | null> {
  const name = env['PERIMETER_SMTP_NAME'];
  if (name === undefined || name === '') return { ok: true, value: null };
  return isFullName(name)
    ? { ok: true, value: name.toLowerCase() }
    : { ok: false, problem: `PERIMETER_SMTP_NAME: "${name}" is not a full host name such as audit.example.net` };
}

function readSmtpEgress(env: SetVariables): ReadSetting<NetSettings['smtpEgress']> {
  const text = env['PERIMETER_SMTP_EGRESS'] || 'auto';
  if (text === 'auto' || text === 'open' || text === 'blocked') return { ok: true, value: text };
  const place = parseAddressPort(text, 25);
  return place === null
    ? { ok: false, problem: 'PERIMETER_SMTP_EGRESS is not auto, open, blocked or address:25 ([address]:25 for IPv6)' }
    : { ok: true, value: place };
}

/** Network settings from the environment: all of them, or every problem at once with its variable. */
export function readNetSettings(
  env: SetVariables,
): { ok: true; settings: NetSettings } | { ok: false; problems: string[] } {
  const resolvers = readResolvers(env);
  const allowNetworks = readAllowNetworks(env);
  const trustAnchors = readTrustAnchors(env);
  const dialMap = readDialMap(env);
  const contactUrl = readContactUrl(env);
  const recursionName = readRecursionName(env);
  const registries = readRegistries(env);
  const sources = readSources(env);
  const smtpName = readSmtpName(env);
  const smtpEgress = readSmtpEgress(env);
  const all = [
    resolvers,
    allowNetworks,
    trustAnchors,
    dialMap,
    contactUrl,
    recursionName,
    registries,
    sources,
    smtpName,
    smtpEgress,
  ];
  const problems = all.flatMap((read) => (read.ok ? [] : [read.problem]));
  const isWhole = resolvers.ok && allowNetworks.ok && trustAnchors.ok && dialMap.ok && contactUrl.ok;
  if (!isWhole || !recursionName.ok || !registries.ok || !sources.ok || !smtpName.ok || !smtpEgress.ok)
    return { ok: false, problems };
  return {
    ok: true,
    settings: {
      resolvers: resolvers.value,
      trustAnchors: trustAnchors.value,
      allowNetworks: allowNetworks.value,
      dialMap: dialMap.value,
      contactUrl: contactUrl.value,
      recursionName: recursionName.value,
      registries: registries.value,
      sources: sources.value,
      smtpName: smtpName.value,
      smtpEgress: smtpEgress.value,
    },
  };
}
