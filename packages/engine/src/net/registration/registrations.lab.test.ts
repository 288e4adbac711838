import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labContext } from '../../probes/testing/lab-context.ts';
import { createRegistrations } from './registrations.ts';

test('registries, signed denials and the resolver show the registration of lab domains', async () => {
  const context = labContext('good.lab');
  const look = async (domain: string) => {
    const { answers: _, ...found } = await context.registrations.lookup(domain, context);
    return found;
  };
  assert.deepEqual(await look('good.lab'), { domain: 'good.lab', status: 'registered', proof: 'resolver' });
  assert.deepEqual(await look('nobody-owns-this.lab'), {
    domain: 'nobody-owns-this.lab',
    status: 'unregistered',
    proof: 'registry',
  });
  assert.deepEqual(await look('on-hold.lab'), { domain: 'on-hold.lab', status: 'registered', proof: 'registry' });
  assert.deepEqual(await look('cdn.nosuchzone'), {
    domain: 'cdn.nosuchzone',
    status: 'unregistrable',
    proof: 'resolver',
  });
  const { answers } = await context.registrations.lookup('nobody-owns-this.lab', context);
  assert.deepEqual(answers?.registry, { url: 'https://rdap.lab/domain/nobody-owns-this.lab', status: 404 });
  assert.deepEqual(new Set(answers.parent.map(({ rcode }) => rcode)), new Set([3]));
  assert.equal(answers.parent.length > 0 || answers.denial !== null, true);
  const registered = await context.registrations.registry('good.lab', context);
  assert.deepEqual(registered, {
    known: true,
    value: {
      statuses: ['client transfer prohibited'],
      expiresMs: Date.UTC(2030, 0, 1),
      createdMs: Date.UTC(2001, 3, 1),
      registrar: 'Names of the Lab',
      isSigned: null,
      url: 'https://rdap.lab/domain/good.lab',
    },
  });
});

test('without registries, the signed denial decides', async () => {
  const context = labContext('good.lab');
  const registrations = createRegistrations({ http: context.http, registries: new Map(), memory: new Map() });
  assert.equal((await registrations.lookup('nobody-owns-this.lab', context)).proof, 'name-servers');
});
