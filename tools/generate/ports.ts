import { publishedPorts } from '@perimeter/engine/probes/ports';
import { betweenMarkers } from './between-markers.ts';
import type { GeneratedFile } from './repo-root.ts';

/** SECURITY.md with its table of ports and payloads updated between the markers. */
export function securityWithPorts(): GeneratedFile {
  const rows = publishedPorts.map(({ port, mode, sent }) => `| ${port} | ${mode} | ${sent} |`);
  return betweenMarkers(
    'SECURITY.md',
    'ports',
    ['| Port | Mode | What is sent |', '|---|---|---|', ...rows].join('\n'),
  );
}
