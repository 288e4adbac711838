import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverNetwork6, serverNetworks } from '../hosts/addresses.ts';
import { preloadedName } from '../hosts/preloaded.data.ts';
import { endpoint, endpoints } from '../hosts/endpoints.ts';
import { pkiFolder } from '../issuance/files.ts';
import { vendorMarks } from '../sites/name-sites.ts';
import { cachedFolderPath } from '../machine/cache.ts';
import { cacheFolder } from '../machine/paths.ts';

/** Signed zone files, root hints and the trust anchor. */
export const zonesFolder = cachedFolderPath('zones', ['dns', 'servers/mail', 'hosts'], [endpoints, pkiFolder]);

/** The root's DS: the trust anchor of resolver and auditor. */
export const trustAnchorFile = join(zonesFolder, 'trust-anchor');

/** The root hints of the resolver. */
export const rootHintsFile = join(zonesFolder, 'root.hints');

/** The registry of the lab's names, in the form of IANA's bootstrap file (RFC 9224). */
export function rdapBootstrapFile(): string {
  const file = join(cacheFolder, 'rdap-bootstrap.json');
  mkdirSync(cacheFolder, { recursive: true });
  const services = [[['lab'], ['https://rdap.lab/']]];
  writeFileSync(file, JSON.stringify({ version: '1.0', publication: '2026-11-01T00:00:00Z', services }));
  return file;
}

/** A route announced by an AS other than its ROA's; contains rpki-other.lab. */
const foreignRoute = '198.18.0.244/32';

/** Validated ROA payloads in Routinator's format: all lab networks except the second. */
export function vrpsFile(): string {
  const file = join(cacheFolder, 'vrps.json');
  mkdirSync(cacheFolder, { recursive: true });
  const [first, , third] = serverNetworks;
  const rows = [
    [64_500, first, 24],
    [64_502, third, 24],
    [64_500, serverNetwork6, 48],
  ] as const;
  const roas = rows.map(([asn, prefix, maxLength]) => ({ asn: `AS${asn}`, prefix, maxLength, ta: 'lab' }));
  writeFileSync(file, JSON.stringify({ metadata: { generated: Math.floor(Date.now() / 1_000) }, roas }));
  return file;
}

/** The origin AS of each lab network, in the format of RIS whois dumps. */
export function routesFile(): string {
  const file = join(cacheFolder, 'riswhois.txt');
  mkdirSync(cacheFolder, { recursive: true });
  const networks = [
    ...serverNetworks.map((network, at) => [64_500 + at, network]),
    [64_500, serverNetwork6],
    [64_666, foreignRoute],
  ];
  writeFileSync(file, `% Routes of the lab\n${networks.map((row) => `${[...row, 300].join('\t')}\n`).join('')}`);
  return file;
}

/** A browser preload list with one lab name. */
export function preloadFile(): string {
  const file = join(cacheFolder, 'hsts-preload.json');
  mkdirSync(cacheFolder, { recursive: true });
  const entry = { name: preloadedName, policy: 'custom', mode: 'force-https', include_subdomains: true };
  writeFileSync(file, `// Preload list of the lab\n{ "pinsets": [], "entries": [\n  ${JSON.stringify(entry)}\n] }\n`);
  return file;
}

/** Lab services whose names can be claimed, in the format of can-i-take-over-xyz. */
export function takeoversFile(): string {
  const file = join(cacheFolder, 'takeovers.json');
  mkdirSync(cacheFolder, { recursive: true });
  const statuses = ['Vulnerable', 'Vulnerable', 'Edge case', 'Not vulnerable'];
  const rows = Object.entries(vendorMarks).map(([host, fingerprint], at) => ({
    service: `Service of ${host}`,
    cname: [host],
    fingerprint,
    nxdomain: false,
    status: statuses[at],
  }));
  const cloud = { service: 'Service of cloud-vendor.lab', cname: ['cloud-vendor.lab'], fingerprint: 'NXDOMAIN' };
  writeFileSync(file, JSON.stringify([...rows, { ...cloud, nxdomain: true, status: 'Vulnerable' }]));
  return file;
}

/** The network of a lab CDN with one host, for PERIMETER_EDGES. */
export function edgesFile(): string {
  const file = join(cacheFolder, 'edges.json');
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(file, JSON.stringify({ 'Lab Cache Network': [`${endpoint('edge.lab').address}/32`] }));
  return file;
}

/**
 * A trust anchor file for labs without signatures: without it an audit would use the real root's keys and call every
 * name bogus.
 */
export function unsignedAnchorFile(): string {
  const file = join(cacheFolder, 'no-trust-anchor');
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(file, `nowhere.invalid. IN DS 1 13 2 ${'0'.repeat(64)}\n`);
  return file;
}
