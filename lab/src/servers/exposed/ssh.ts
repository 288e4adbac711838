import { concat } from '@perimeter/protocols/bytes';
import type { SshKexInit } from '@perimeter/protocols/ssh/kex-init';
import { writeKexInit } from '@perimeter/protocols/ssh/testing/kex-init';
import { octets, type TcpFake } from './fake.ts';

/** An SSH server as far as its identification and its offer. */
export interface SshOffer {
  readonly identification: string;
  readonly kex: string;
  readonly hostKeys: string;
  readonly ciphers: string;
  readonly macs: string;
}

const list = (names: string): string[] => names.split(' ');

const kexInitOf = ({ kex, hostKeys, ciphers, macs }: SshOffer): SshKexInit => ({
  kex: list(kex),
  hostKeys: list(hostKeys),
  ciphersToServer: list(ciphers),
  ciphersToClient: list(ciphers),
  macsToServer: list(macs),
  macsToClient: list(macs),
  compressionToServer: ['none'],
  compressionToClient: ['none'],
  languagesToServer: [],
  languagesToClient: [],
  firstKexPacketFollows: false,
});

const idleMs = 20_000;

/** Sends identification and KEXINIT at once, as the standard allows, and ends with the first packet of the client. */
export const ssh =
  (offer: SshOffer): TcpFake =>
  (socket) => {
    let received = 0;
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.write(concat([octets(`${offer.identification}\r\n`), writeKexInit(kexInitOf(offer))]));
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      // An identification has at most 255 bytes; more data begins the key exchange.
      if (received > 255) socket.end();
    });
  };

/** As an SSH server should be. */
export const soundOffer: SshOffer = {
  identification: 'SSH-2.0-OpenSSH_9.9',
  kex: 'mlkem768x25519-sha256 sntrup761x25519-sha512 curve25519-sha256 ext-info-s kex-strict-s-v00@openssh.com',
  hostKeys: 'rsa-sha2-512 rsa-sha2-256 ssh-ed25519',
  ciphers: 'chacha20-poly1305@openssh.com aes256-gcm@openssh.com aes256-ctr',
  macs: 'hmac-sha2-256-etm@openssh.com hmac-sha2-512',
};

/** Servers with one fault each, by host; the truth of `hosts/exposed.data.ts` says which. */
export const sshOffers: Readonly<Record<string, SshOffer>> = {
  'ssh-sound.lab': soundOffer,
  'ssh-ancient.lab': {
    identification: 'SSH-1.99-OpenSSH_4.3',
    kex: 'diffie-hellman-group-exchange-sha1 diffie-hellman-group14-sha1 diffie-hellman-group1-sha1',
    hostKeys: 'ssh-rsa ssh-dss',
    ciphers: 'aes128-cbc 3des-cbc blowfish-cbc arcfour128 arcfour',
    macs: 'hmac-md5 hmac-sha1 hmac-sha1-96 hmac-md5-96',
  },
  'ssh-one.lab': { ...soundOffer, identification: 'SSH-1.5-1.2.27' },
  'ssh-terrapin.lab': { ...soundOffer, kex: 'mlkem768x25519-sha256 curve25519-sha256' },
  // CBC with encrypt-then-MAC is the other variant of CVE-2023-48795.
  'ssh-terrapin-cbc.lab': {
    ...soundOffer,
    kex: 'mlkem768x25519-sha256 curve25519-sha256',
    ciphers: 'aes256-cbc aes256-ctr',
  },
  'ssh-terrapin-none.lab': {
    ...soundOffer,
    kex: 'mlkem768x25519-sha256 curve25519-sha256',
    ciphers: 'aes256-gcm@openssh.com',
  },
  'ssh-no-pq.lab': { ...soundOffer, kex: 'curve25519-sha256 kex-strict-s-v00@openssh.com' },
  'ssh-kex.lab': { ...soundOffer, kex: `${soundOffer.kex} diffie-hellman-group14-sha1` },
  'ssh-key.lab': { ...soundOffer, hostKeys: 'ssh-rsa' },
  'ssh-cipher.lab': { ...soundOffer, macs: 'hmac-sha2-256 hmac-sha1-96', ciphers: 'aes256-ctr 3des-cbc' },
  'ssh-old.lab': { ...soundOffer, identification: 'SSH-2.0-OpenSSH_7.4' },
  'ssh-distribution.lab': { ...soundOffer, identification: 'SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.10' },
  'ssh-distribution-old.lab': { ...soundOffer, identification: 'SSH-2.0-OpenSSH_7.6p1 Ubuntu-4ubuntu0.7' },
  'ssh-banner.lab': {
    ...soundOffer,
    identification: 'Authorized use only.\r\nEverything is logged.\r\nSSH-2.0-OpenSSH_9.9',
  },
};
