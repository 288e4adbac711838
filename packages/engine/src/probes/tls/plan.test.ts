import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { planEndpoints } from './plan.ts';

const host = (name: string, ...addresses: string[]): EndpointsEvidence['hosts'][number] => {
  const open = endpointHost(name, addresses, { status: 'exists' });
  return {
    ...open,
    addresses: open.addresses.map((one) => ({ ...one, allowed: !one.address.startsWith('10.') })),
  };
};

const planned = (scanMode: 'standard' | 'deep', ...hosts: EndpointsEvidence['hosts']): string[] =>
  planEndpoints({ domain: 'a.lab', registrableDomain: 'a.lab', scanMode, startedAtMs: 0, seed: '' }, { hosts }).map(
    ({ address, serverName, depth }) => `${serverName} ${address} ${depth}`,
  );

test('the first address has full depth, the first of the other family is compared with it, the others are light; in deep mode all have full depth', () => {
  const apex = host('a.lab', '192.0.2.1', '192.0.2.2', '2001:db8::1');
  assert.deepEqual(planned('standard', apex), [
    'a.lab 192.0.2.1 full',
    'a.lab 192.0.2.2 light',
    'a.lab 2001:db8::1 compared',
  ]);
  assert.deepEqual(planned('deep', apex), ['a.lab 192.0.2.1 full', 'a.lab 192.0.2.2 full', 'a.lab 2001:db8::1 full']);
});

test('www replaces an apex without addresses, and adds further addresses', () => {
  assert.deepEqual(planned('standard', host('a.lab'), host('www.a.lab', '192.0.2.3')), ['www.a.lab 192.0.2.3 full']);
  const both = [host('a.lab', '192.0.2.1'), host('www.a.lab', '192.0.2.1', '192.0.2.4', '192.0.2.5')];
  assert.deepEqual(planned('standard', ...both), [
    'a.lab 192.0.2.1 full',
    'www.a.lab 192.0.2.4 light',
    'www.a.lab 192.0.2.5 light',
  ]);
});

test('addresses that the guard refuses are not planned', () => {
  assert.deepEqual(planned('standard', host('a.lab', '10.0.0.1')), []);
});
