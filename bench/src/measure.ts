import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A run of a command with its child processes: seconds, MiB, and TCP connections opened in this network namespace. */
export interface Measurement {
  wallSeconds: number;
  cpuSeconds: number;
  peakMib: number;
  connections: number;
  /** Bytes of IP packets in and out, headers included. */
  bytesIn: number;
  bytesOut: number;
  output: string;
  /** Null if the time limit ended it. */
  exitCode: number | null;
}

function counterOf(file: string, group: string, name: string): number {
  const [names = '', values = ''] = readFileSync(`/proc/self/net/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${group}:`));
  return Number(values.split(' ')[names.split(' ').indexOf(name)]);
}

/** Counters of this network namespace: TcpActiveOpens (RFC 4022) and IP bytes. */
const counters = () => ({
  connections: counterOf('snmp', 'Tcp', 'ActiveOpens'),
  bytesIn: counterOf('netstat', 'IpExt', 'InOctets'),
  bytesOut: counterOf('netstat', 'IpExt', 'OutOctets'),
});

/** Runs a command under GNU time, which measures its process tree; the peak memory is that of the largest process. */
export function measure(command: readonly string[], timeoutSeconds: number): Measurement {
  const dir = mkdtempSync(join(tmpdir(), 'perimeter-bench-'));
  const accounting = join(dir, 'time');
  const before = counters();
  const limited = ['-f', '%e %U %S %M', '-o', accounting, 'timeout', String(timeoutSeconds), ...command];
  const run = spawnSync('/usr/bin/time', limited, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const last = readFileSync(accounting, 'utf8').trim().split('\n').at(-1) ?? '';
  const [wall = 0, user = 0, system = 0, peakKib = 0] = last.split(' ').map(Number);
  rmSync(dir, { recursive: true });
  const after = counters();
  return {
    wallSeconds: wall,
    cpuSeconds: user + system,
    peakMib: peakKib / 1024,
    connections: after.connections - before.connections,
    bytesIn: after.bytesIn - before.bytesIn,
    bytesOut: after.bytesOut - before.bytesOut,
    output: run.stdout,
    exitCode: run.status === 124 ? null : run.status,
  };
}

/** The middle of several runs by wall time. */
export function median(runs: readonly Measurement[]): Measurement {
  const sorted = runs.toSorted((a, b) => a.wallSeconds - b.wallSeconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There is no median of no runs');
  return middle;
}
