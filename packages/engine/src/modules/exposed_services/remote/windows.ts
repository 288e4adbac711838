import { serviceCheck, thereCheck } from '../service-check.ts';
import { portNames } from '../port-names.data.ts';

export const svcSmb = thereCheck({
  id: 'svc-smb',
  title: 'SMB is not open to the internet',
  finding: 'SMB file sharing exposed',
  weakness: { cvss: 'likelyExploitable', cwe: [668] },
  services: ['smb'],
  describe: ({ port, marks }) =>
    `${port === 139 ? 'The NetBIOS session service' : 'SMB'} answers on port ${port}${marks.includes('smb1') ? ' and accepts SMB 1, which has no protection against tampering and was the way of WannaCry' : ''}. Expected: no SMB from the internet.`,
});

export const svcWindowsMgmt = serviceCheck({
  id: 'svc-windows-mgmt',
  title: 'Windows management ports are not open to the internet',
  finding: 'Windows management service exposed (RPC or WinRM)',
  weakness: { cvss: 'limitedAvailability', cwe: [668] },
  services: ['msrpc', 'winrm'],
  judge: ({ port, service, heard }) =>
    service !== null || (port === 135 && heard === '')
      ? {
          description: `Port ${port} (${portNames[port] ?? 'Windows management'}) accepts connections from strangers. Expected: the management network only.`,
          ...(service === null ? { confidence: 'firm' as const } : {}),
        }
      : null,
});
