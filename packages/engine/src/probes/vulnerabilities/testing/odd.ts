import type { TestContext } from 'node:test';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import type { LocalServer } from '../../../tls/testing/local-server.ts';
import { takeLocal } from '../../../tls/testing/take.ts';
import { takeFlaws } from './take.ts';

/** The inventory of a server that is closed after the test. */
export const takeOdd = async (context: TestContext, server: LocalServer, scanMode: 'standard' | 'deep' = 'deep') => {
  context.after(server.close);
  return takeLocal(server.port, { scanMode });
};

export const flawsOf = async ({ port }: LocalServer) =>
  takeFlaws({ host: 'server.test', address: '127.0.0.1', ports: { 443: port } });

/** What an inventory has of a version. */
export function versionIn({ versions }: TlsEndpoint, name: TlsVersionName): TlsEndpoint['versions'][number] {
  const version = versions.find((one) => one.version === name);
  if (version === undefined) throw new Error(`No ${name} in the inventory`);
  return version;
}

/** Why facts are unknown. */
export const reasonsIn = (facts: object): string[] =>
  Object.values(facts).flatMap((fact) =>
    fact !== null && typeof fact === 'object' && 'known' in fact && fact.known === false
      ? [detailOf(fact.failure)]
      : [],
  );
