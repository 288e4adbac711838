import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameServers } from '@perimeter/lab/hosts/addresses';

/** A tool that queries a zone's name servers itself, starting at the lab's root. */
interface DnsPeer {
  name: string;
  command: (domain: string) => readonly string[];
}

const rootName = 'a.root.';

function hintsFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'perimeter-bench-')), 'hints');
  writeFileSync(file, `. 3600000 NS ${rootName}\n${rootName} 3600000 A ${nameServers.root}\n`);
  return file;
}

/** Both only over IPv4, which is less than ours: they do not find IPv6 in the lab. */
export function dnsPeers(): readonly DnsPeer[] {
  const hints = hintsFile();
  const root = `.+:${rootName}=${nameServers.root}`;
  return [
    {
      name: 'dnsviz probe',
      command: (domain) => ['dnsviz', 'probe', '-4', '-A', '-a', '.', '-x', root, '-o', '/dev/null', domain],
    },
    {
      name: 'zonemaster-cli',
      command: (domain) => ['zonemaster-cli', '--hints', hints, '--no-ipv6', '--level', 'NOTICE', domain],
    },
  ];
}

/** Seconds of a tool for a domain; null if it is not installed or takes over a minute. */
export function secondsOf({ command }: DnsPeer, domain: string): number | null {
  const [program = '', ...args] = command(domain);
  const startMs = performance.now();
  const { error, signal } = spawnSync(program, args, { timeout: 60_000, stdio: 'ignore' });
  return error !== undefined || signal !== null ? null : (performance.now() - startMs) / 1_000;
}
