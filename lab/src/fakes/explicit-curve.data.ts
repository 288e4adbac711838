import { u8 } from '@perimeter/protocols/bytes';
import { vector8 } from './tls-wire.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** P-256 as explicit_prime parameters (RFC 4492 section 5.4, numbers of SEC 2). */
export const explicitP256 = Buffer.concat([
  u8(1),
  vector8(hex('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff')),
  vector8(hex('ffffffff00000001000000000000000000000000fffffffffffffffffffffffc')),
  vector8(hex('5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b')),
  vector8(
    hex(
      '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    ),
  ),
  vector8(hex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')),
  vector8(u8(1)),
]);
