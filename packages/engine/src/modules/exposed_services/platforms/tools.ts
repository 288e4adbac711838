import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, whereOpen } from '../../derive/subjects/ports.ts';
import { serviceText } from '../../derive/network/swept.ts';

export const svcDevtoolOpen = checkOf(
  portsOfServices(['jupyter', 'jenkins', 'ray', 'spark', 'kibana', 'grafana', 'prometheus']),
  {
    id: 'svc-devtool-open',
    title: 'Consoles of developers and operators require a login',
    finding: 'Developer or operator console without authentication',
    weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
    judge: (open) => {
      if (open.access !== 'open') return null;
      // These products show data without running code.
      const isRead = open.service === 'prometheus' || open.service === 'grafana' || open.service === 'spark';
      return {
        description: `${serviceText(open)} on port ${open.port} answers without a login: strangers ${isRead ? 'read its data' : 'work with it as its users do, and often run code'}.`,
        ...(isRead ? { cvss: 'internalDataRead' as const } : {}),
        // Kibana can be configured to show only its status without a login.
        ...(open.service === 'kibana' ? { confidence: 'firm' as const } : {}),
      };
    },
  },
);

export const svcAiOpen = checkOf(portsOfServices(['ollama', 'model-server', 'qdrant', 'milvus', 'chroma']), {
  id: 'svc-ai-open',
  title: 'Model servers and vector stores require a login',
  finding: 'Model server or vector store without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: whereOpen(
    (open) =>
      `${serviceText(open)} on port ${open.port} answers without a login: strangers ${open.service === 'ollama' || open.service === 'model-server' ? 'use its models at your cost, and often replace them' : 'read, change and delete what it holds'}.`,
  ),
});
