import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createPrivateKey } from 'node:crypto';
import { endpoint } from '../hosts/endpoints.ts';
import { issue, makeAuthorities } from '../issuance/issue.ts';
import { keyStore } from '../pki/keys.ts';
import type { Heard } from './raw-session.ts';
import type { FakeBehaviour, FakeIdentity } from '../fakes/behaviour.ts';
import { serveFakeTls } from '../fakes/fake-tls.ts';
import { flaws } from '../fakes/flaws.data.ts';
import { closeAll, listenTcp, listening } from '../machine/listen.ts';
import { contentType } from '../fakes/tls-wire.ts';

export const { keyPem, leaf } = issue(
  endpoint('sound.lab'),
  { key: 'rsa2048' },
  makeAuthorities(new Date()),
  new Date(),
  keyStore(),
);
export const identity: FakeIdentity = { chain: [leaf], key: createPrivateKey(keyPem) };

export function start(name: string): Promise<number> {
  const behaviour: FakeBehaviour | undefined = flaws.find((flaw) => flaw.name === name)?.behaviour;
  assert.ok(behaviour, name);
  const group = listening();
  after(() => closeAll(group));
  return listenTcp(group, { host: '127.0.0.1', port: 0 }, (socket) => serveFakeTls(socket, behaviour, identity));
}

/** An alert's code, or what came instead. */
export function said(heard: Heard): number | string {
  if (typeof heard === 'string') return heard;
  return heard.type === contentType.alert && heard.content.length === 2
    ? heard.content.readUInt8(1)
    : `record ${heard.type}`;
}
