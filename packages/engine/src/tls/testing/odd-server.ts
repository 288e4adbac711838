import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import type { TestContext } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { tlsEvidence, type TlsEndpoint, type TlsVersionName } from '../../evidence/tls/schema.ts';
import { type KeyKind, pemsOf } from './random-server.ts';
import { hasOpenssl, startNode, startRaw } from './servers.ts';
import { takeLocal } from './take.ts';

export const skip = hasOpenssl() ? false : 'needs the openssl command';
export const modes = ['standard', 'deep'] as const;
export const known = <T>(value: T) => ({ known: true, value });

export async function take(port: number, scanMode: 'standard' | 'deep'): Promise<TlsEndpoint> {
  const endpoint = await takeLocal(port, { scanMode });
  tlsEvidence.parse({ endpoints: [endpoint] });
  return endpoint;
}

/** Hex of what each accepted version takes, whole or not at all. */
export function suitesOf({ versions, controlPassed }: TlsEndpoint): Partial<Record<TlsVersionName, string>> {
  assert.ok(controlPassed);
  const accepted = versions.filter(({ accepted }) => accepted.known && accepted.value);
  assert.ok(versions.every(({ complete }) => complete));
  const hex = (codes: readonly number[]): string =>
    codes
      .map((code) => code.toString(16).padStart(4, '0'))
      .toSorted()
      .join(' ');
  return Object.fromEntries(accepted.map(({ version, suites }) => [version, hex(suites)]));
}

export const groupsOf = ({ versions }: TlsEndpoint, name: TlsVersionName): number[] | null => {
  const version = versions.find((one) => one.version === name);
  return version?.groupsEnumerated === true ? version.groups.toSorted((a, b) => a - b) : null;
};

export const keyed = (kind: KeyKind): TlsOptions => {
  const { key, cert } = pemsOf(kind);
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

export async function nodeServer(context: TestContext, options: TlsOptions): Promise<number> {
  const { port, close } = await startNode(options);
  context.after(close);
  return port;
}

/** A server with a test-defined front that handles each new connection, and then forwards it or not. */
export async function before(
  context: TestContext,
  options: TlsOptions,
  serve: (socket: Socket, letThrough: () => void) => void,
): Promise<number> {
  const behind = await nodeServer(context, options);
  const { port, close } = await startRaw((socket) => {
    const letThrough = (): void => {
      const onward = connect(behind, '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    };
    serve(socket, letThrough);
  });
  context.after(close);
  return port;
}
