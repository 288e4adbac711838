import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { signatureSchemes } from '@perimeter/protocols/tls/registry/signature-schemes.data';
import { cipherSuites, emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';
import { simulatedClients } from './client-simulation.data.ts';
import { codesOf, helloOf } from './simulated-hello.ts';

test('there are 24 clients, each once', () => {
  assert.equal(simulatedClients.length, 24);
  assert.equal(new Set(simulatedClients.map(({ name }) => name)).size, 24);
});

for (const client of simulatedClients) {
  test(`${client.name} offers code points that exist, each once`, () => {
    const suites = codesOf(client.suites).filter((code) => code !== emptyRenegotiationInfoScsv);
    assert.deepEqual(
      suites.filter((code) => !cipherSuites.has(code)),
      [],
    );
    assert.equal(new Set(suites).size, suites.length);
    for (const group of codesOf(client.groups)) assert.ok(namedGroups.has(group), String(group));
    for (const scheme of codesOf(client.schemes)) assert.ok(signatureSchemes.has(scheme), scheme.toString(16));
    const has13Suite = suites.some((code) => cipherSuites.get(code)?.keyExchange === 'any');
    assert.equal(has13Suite, client.versions.includes('TLSv1.3'));
    assert.equal(client.schemes === '', !client.versions.some((name) => name === 'TLSv1.2' || name === 'TLSv1.3'));
  });

  test(`the hello of ${client.name} can be read back`, () => {
    const { record, offer } = helloOf(client, 'example.test');
    if (client.helloBytes !== undefined) assert.equal(record.length, client.helloBytes);
    const hello = decodeClientHello(record.subarray(9));
    assert.deepEqual(offer.protocols, client.protocols);
    const offered = hello.suites.filter((code) => (code & 0x0f0f) !== 0x0a0a);
    assert.deepEqual(offered, codesOf(client.suites));
    const types = (hello.extensions ?? []).map(({ type }) => type);
    assert.equal(types.includes(extensionTypes.serverName), client.sendsName);
    assert.equal(types.includes(extensionTypes.supportedVersions), client.versions.includes('TLSv1.3'));
    assert.equal(new Set(types).size, types.length);
  });
}
