import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailZones } from './dns/mail/zones.ts';
import { childZones, dnssecZones } from './dns/dnssec-zones.data.ts';
import { bindZones } from './dns/odd/bind-zones.data.ts';
import { oddZones } from './dns/odd/zones.data.ts';
import { zoneFaults } from './dns/zone-faults.data.ts';
import { brokenDelegations, dnsOnlyZones } from './dns/zones.data.ts';
import { endpoints } from './hosts/endpoints.ts';
import { labFolder } from './machine/paths.ts';

const readmeFile = join(labFolder, 'README.md');
const begin = '<!-- generated: node lab/src/main.ts readme -->';
const end = '<!-- end of generated -->';

/** The tables of the README, from the tables that the lab runs on. */
export function readmeTables(): string {
  const hosts = endpoints.map(({ host, aliases = [], address, ipv6, ports, server, loopback, what }) => [
    [host, ...aliases].join(', '),
    `${address}${ipv6 ? ', IPv6' : ''}`,
    ports.join(' '),
    loopback && server === 'node' ? server : loopback ? `${server} (node on loopback)` : server,
    what.replaceAll('<', '&lt;'),
  ]);
  const zones = [
    ...dnsOnlyZones,
    ...zoneFaults,
    ...oddZones,
    ...bindZones,
    ...dnssecZones,
    ...childZones,
    ...mailZones,
  ].map(({ origin, what }) => [origin, what]);
  const broken = [...new Set(brokenDelegations.filter(([, type]) => type === 'NS').map(([owner]) => `${owner}.lab`))];
  return [
    begin,
    '',
    ...table(['Host', 'Address', 'Ports', 'Server', 'What it is'], hosts),
    '',
    ...table(['Zone', 'What it is'], zones),
    '',
    `Delegations without a zone behind them: ${broken.join(', ')}.`,
    '',
    end,
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** Whether the README holds the tables as they are now. */
export function readmeIsCurrent(): boolean {
  return readFileSync(readmeFile, 'utf8').includes(readmeTables());
}

/** Writes the tables into the README. */
export function updateReadme(): void {
  const text = readFileSync(readmeFile, 'utf8');
  const [before = ''] = text.split(begin);
  const after = text.slice(text.indexOf(end) + end.length);
  writeFileSync(readmeFile, before + readmeTables() + after);
}
