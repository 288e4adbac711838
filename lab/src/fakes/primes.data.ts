import { createDiffieHellmanGroup } from 'node:crypto';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Primes of Diffie-Hellman groups; the `own` ones are in no standard or software. */
export const primes = {
  own512: hex(
    'da583c16d9852289d0e4af756f4cca92dd4be533b804fb0fed94ef9c8a4403ed574650d36999db29d776276ba2d3d412e218f4dd1e084cf6d8003e7c4774e833',
  ),
  /** Oakley group 1 (RFC 2409 section 6.1). */
  common768: createDiffieHellmanGroup('modp1').getPrime(),
  /** Oakley group 2 (RFC 2409 section 6.2). */
  common1024: createDiffieHellmanGroup('modp2').getPrime(),
  /** Group 5 (RFC 3526 section 2). */
  common1536: createDiffieHellmanGroup('modp5').getPrime(),
  /** Group 14 (RFC 3526 section 3). */
  common2048: createDiffieHellmanGroup('modp14').getPrime(),
  own1024: hex(
    'e03cc3fa6d1b0b132729274c4155cbb53270bf37691764be637cd0a4c1db772fcd753bbe42222426a62c07a2cca06997410d56c458e955696808d5ffab18625e3a3178a7973e3cdb7b47de4ef664eb5aec0017703e5bd1c377a6d2cb50e2733de03ea1bf94defe14447208a06717e8cb823ce61716cff2d4a7bf502598483d09',
  ),
  own2048: hex(
    'f253d3f97868a4146d8f7ddadcf0dd2bf85ab6e4cd869283f7620e433318e299310f88d21d724ae0d809ad37d8396c5225756a011d0b0c2dcafc6bf5a3c3ccfcdc189eeecbc9483d2127db84bd81930b60b191f442308c986813b92903e97671cf6b1e3aeefdd25687189aaa6115964266d112fac20cfc347157816b03920300a359ebb932ad08b5e9b9c08155b8921b8af24dd4bd4cf0dd670def2b44f42f969d29082d4b400eaf549b5d9cfc3b89aa5004cfede77a0dd3ccfee0db1d6692156a342f627fd29975cee25f3e14fb8c9aed83b4b15fa0ea6cf96695cece11d479726af26a707458a129d512001f1d8653a6b4cd240814d5a53dba00bb4140c5fd',
  ),
} as const;
