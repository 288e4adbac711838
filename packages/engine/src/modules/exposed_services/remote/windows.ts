import { portNames } from '../port-names.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, whereThere } from '../../derive/subjects/ports.ts';

export const svcSmb = checkOf(portsOfServices(['smb']), {
  id: 'svc-smb',
  title: 'SMB is not open to the internet',
  finding: 'SMB file sharing exposed',
  weakness: { cvss: 'likelyExploitable', cwe: [668] },
  judge: whereThere(
    ({ port, marks }) =>
      `${port === 139 ? 'The NetBIOS session service' : 'SMB'} answers on port ${port}${marks.includes('smb1') ? ' and accepts SMB 1, which has no protection against tampering and was the way of WannaCry' : ''}. Expected: no SMB from the internet.`,
  ),
});

export const svcWindowsMgmt = checkOf(portsOfServices(['msrpc', 'winrm']), {
  id: 'svc-windows-mgmt',
  title: 'Windows management ports are not open to the internet',
  finding: 'Windows management service exposed (RPC or WinRM)',
  weakness: { cvss: 'limitedAvailability', cwe: [668] },
  judge: ({ port, service, heard }) =>
    service !== null || (port === 135 && heard === '')
      ? {
          description: `Port ${port} (${portNames[port] ?? 'Windows management'}) accepts connections from strangers. Expected: the management network only.`,
          ...(service === null ? { confidence: 'firm' as const } : {}),
        }
      : null,
});
