/** Public keys of RSA by their length, in Base64. */
const rsaKeys = {
  512: 'MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMZuP/iVodIeq6OmVqKkizt9MNmZdHaxak6aP+SNa4i8jM/LpvDn63R5NHLAl/QCLizsYx1A2qZ7xXF4UAiUCSECAwEAAQ==',
  1024: 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDl+cZ0AkNM5Dhm+Xzn3srVjq+a0Ds+FjxMB7smRyc4sWxVe8qXt11h+9vbTeeOgrmC9jmkfpLFEeIDlbS1rHmA5Py27/Mgov26aBKyfHjE2XN0+hBKertt18ccjXyINMsJwuVAm8X9uVxARVXcqjzd8F39piFh02aTgS+UyTtcRQIDAQAB',
  2048: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1hc7hU4wG11ARMyt4bN2PMfrLQ8PsbllK54ZPYRgubJ1AwtL1oQwfhqVStCs0nfIlQ+XruMFYn5IHmmQ1vaxk06dZj1VoAZyy8FZ2NS4EIGsIvdxdAye4J8iOKvAL80Migsz6uprc4v8MEJmgh7CUKQZTv4QEG3eRSnXd87kktv0G8BEzwW/xBEnzaXAuS7DuMWiJQQLWZuEOx7c9IsnC9s8e6lAUk1ypiNDiOU5tk2SpT4vtqRLpzjVkdiT8wbXw0+vslddNlGa/yrSwNxA3qC8Zf3S1dnQBMFuj9Q46VP2V3oGp0tKFut47dOlMJfSvYXet24y0tlIL8KecwTNWwIDAQAB',
} as const;

/** A DKIM record with an RSA key of the given number of bits, and other tags before it. */
export const rsaRecord = (bits: keyof typeof rsaKeys, tags = 'v=DKIM1'): string => `${tags}; p=${rsaKeys[bits]}`;

/** A DKIM record with an Ed25519 key. */
export const ed25519Record = 'v=DKIM1; k=ed25519; p=1ewEh2poPiH8jDtGHNi8vb16XkFfn86LYe8k2w5USAI=';
