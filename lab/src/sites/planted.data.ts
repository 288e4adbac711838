/** Invalid keys, stored in pieces so that secret scanners do not report this file: provider, and page content. */
export const planted: Readonly<
  Record<'stripe' | 'github' | 'privateKey' | 'publishable' | 'password' | 'carried', string>
> = {
  stripe: ['sk', 'live', 'Qm9vZ2llMTIzNDU2Nzg5MHh5WkFC'].join('_'),
  github: ['gh', 'p_', 'lab4GhTk7Wq2Zx9Vb3Nm6Rt1Yc5Ue8', '1QPH6o'].join(''),
  privateKey: [
    '-----BEGIN ',
    'PRIVATE KEY-----\n',
    'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v0FpYbnQmL2xhYi1vbmx5LWtleS1ub3RoaW5n\n',
    '-----END ',
    'PRIVATE KEY-----',
  ].join(''),
  publishable: ['pk', 'live', 'Tm90aGluZ1RoYXRBbnlvbmVOZWVkc1'].join('_'),
  password: 'Tr0ub4dor-und-3-lab-horses',
  // In cookies, header fields, addresses, hidden fields and files for crawlers
  carried: 'Vk4TzQ8mWx2LpR7sNc9HbD3y',
};
